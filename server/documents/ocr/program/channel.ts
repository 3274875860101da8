import type { MessagePort } from 'node:worker_threads';
import type { OcrProgram, ProgramPicture } from './openProgram.ts';
import { ProgramError, type ProgramErrorCode } from './programError.ts';

/*
 * Processes belong to the main thread: a worker thread that is ended cannot kill what it has started. The thread asks over a port, and whoever ended it
 * aborts.
 */

interface Call {
  readonly id: number;
  readonly picture: ProgramPicture;
}
type Reply =
  { readonly id: number; readonly hocr: string } | { readonly id: number; readonly failure: ProgramErrorCode };

/** Answers what comes through `port` until `signal` aborts, which kills the processes that are running for it. */
export function serveProgram(program: OcrProgram, port: MessagePort, signal: AbortSignal): void {
  const answer = async ({ id, picture }: Call): Promise<Reply> => {
    try {
      return { id, hocr: await program.recognize(picture, signal) };
    } catch (error) {
      return { id, failure: error instanceof ProgramError ? error.code : 'OCR_PROGRAM_FAILED' };
    }
  };
  port.on('message', (call: Call) => {
    void answer(call).then((reply) => port.postMessage(reply));
  });
  signal.addEventListener('abort', () => port.close(), { once: true });
}

/** The other end of `serveProgram`: hOCR of a picture, whose bytes are moved and not copied. Rejects with ProgramError. */
export type AskProgram = (picture: ProgramPicture & { readonly bitmap: Uint8Array<ArrayBuffer> }) => Promise<string>;

export function askThrough(port: MessagePort): AskProgram {
  const waiting = new Map<number, { resolve(hocr: string): void; reject(error: ProgramError): void }>();
  let last = 0;
  port.on('message', (reply: Reply) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('hocr' in reply) call?.resolve(reply.hocr);
    else call?.reject(new ProgramError(reply.failure));
  });
  return (picture) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      port.postMessage({ id: last, picture } satisfies Call, [picture.bitmap.buffer]);
    });
}
