import { availableParallelism } from 'node:os';
import type { EngineOrder } from '../../ocr/engines.ts';
import type { createRecognizer } from './createRecognizer.ts';
import type { Recognizer } from './types.ts';

/** A recognizer that tells whether it was needed. */
export interface WatchedRecognizer extends Recognizer {
  wasUsed(): boolean;
}

/** One per thread: its engines are threads of their own and end with it. */
let made: Promise<Recognizer> | undefined;

/** The embedded engine; its code is loaded with its first use. */
export const embeddedRecognizer: Recognizer = Object.freeze({
  recognize: async (...picture: Parameters<Recognizer['recognize']>) => {
    made ??= load((create) => create({ threads: availableParallelism() }));
    return await (await made).recognize(...picture);
  },
  close: async () => (await made)?.close(),
});

/** The recognizer for one task in a thread. */
export function recognizerFor(order: EngineOrder): WatchedRecognizer {
  let used = false;
  let opened: Promise<Recognizer> | undefined;
  const open = async (): Promise<Recognizer> => {
    if (order.kind === 'embedded') return embeddedRecognizer;
    const [{ askThrough }, { createProgramEngine }] = await Promise.all([
      import('../../ocr/program/channel.ts'),
      import('../../ocr/program/programEngine.ts'),
    ]);
    const ask = askThrough(order.port);
    return await load((create) =>
      create({ threads: availableParallelism(), makeEngine: () => createProgramEngine(ask) }),
    );
  };
  return {
    async recognize(...picture) {
      used = true;
      return await (await (opened ??= open())).recognize(...picture);
    },
    close: async () => (await opened)?.close(),
    wasUsed: () => used,
  };
}

const load = async (make: (create: typeof createRecognizer) => Recognizer): Promise<Recognizer> =>
  make((await import('./createRecognizer.ts')).createRecognizer);
