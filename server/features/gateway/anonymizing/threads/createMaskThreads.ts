import type { KeyObject } from 'node:crypto';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Mapping } from '../../../../core/placeholders/assign.ts';
import { jsonReaches } from '../../../../core/json/jsonReaches.ts';
import { createWorkerPool, workerFile } from '../../../../core/workers/pool.ts';
import { packSpans } from '../../../../detection/packedSpans.ts';
import type { AnyJson } from '../../../../providers/types.ts';
import type { MaskBodyOptions, MaskedBody } from '../masking/maskBody.ts';
import type { UnsealedBody } from '../masking/sealedThinking.ts';
import type { MaskableProtocol } from '../types.ts';
import type { Asked, Questions } from './questions.ts';
import type { MaskAnswer, MaskOrder } from './worker.ts';

/** Threads in which large bodies are masked: hostile ones of 4 MiB would hold the server's own for seconds. */
export interface MaskThreads {
  /**
   * What {@link maskBody} does, in a thread.
   * @param options - with the key behind `mac` in its place
   */
  mask(
    protocol: MaskableProtocol,
    unsealed: UnsealedBody,
    options: Omit<MaskBodyOptions, 'mac'> & { readonly placeholderKey: KeyObject },
    signal: AbortSignal,
  ): Promise<MaskedBody>;
  close(): Promise<void>;
}

/** Bodies of fewer code units hold the server's thread for less than 50 ms, whatever they say. */
const LARGE = 16 * 1024;
/** Bodies of more may take a second. */
const LONG = 100_000;
/** A conversation pauses for minutes. */
const THREAD_IDLE_MS = 10 * 60_000;

/** Whether a body is better masked in a thread. */
export function isLarge(body: AnyJson): boolean {
  return jsonReaches(body, LARGE);
}

/** @param threads - most threads at a time */
export function createMaskThreads({ threads }: { readonly threads: number }): MaskThreads {
  const pool = createWorkerPool<MaskOrder, MaskAnswer>({
    file: workerFile(import.meta.url, './worker'),
    ...{ threads, hasLongTasks: true, idleTimeoutMs: THREAD_IDLE_MS },
  });
  return {
    async mask(protocol, unsealed, { detection, decisions, book, listsModel, placeholderKey }, signal) {
      const mappings: Mapping[] = [];
      const { port1, port2 } = new MessageChannel();
      const failed = new AbortController();
      answer(port1, failed, {
        async find(key, text, options) {
          const { language, spans } = await detection.find(key, text, options);
          return { language, spans: packSpans(spans.map((span) => ({ ...span, sources: [] }))) };
        },
        hashesOf: (forms) => book.hashesOf(forms),
        originals: (hashes) => book.originals(hashes),
        listsModel,
        keep: (piece) => Promise.resolve(void mappings.push(...piece)),
      });
      const { options, scope } = detection;
      try {
        const masked = await pool.run(
          {
            ...{ protocol, unsealed, decisions, placeholderKey },
            ...{ detection: { options, scope }, questions: port2 },
          },
          {
            isLong: jsonReaches(unsealed.body, LONG),
            signal: AbortSignal.any([signal, failed.signal]),
            transfer: [port2],
          },
        );
        return { ...masked, mappings };
      } catch (error) {
        failed.signal.throwIfAborted();
        throw error;
      } finally {
        port1.close();
      }
    },
    close: () => pool.close(),
  };
}

/** Answers the questions of a thread; one that fails ends the task with its error. */
function answer(port: MessagePort, failed: AbortController, questions: Questions): void {
  port.on('message', ({ id, kind, args }: Asked) => {
    const ask = questions[kind] as (...values: readonly unknown[]) => Promise<unknown>;
    ask(...args).then(
      (value) => port.postMessage({ id, value }),
      (error: unknown) => failed.abort(error),
    );
  });
}
