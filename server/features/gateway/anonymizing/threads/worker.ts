import { createHmac, type KeyObject } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { MappingBook } from '../../../../core/placeholders/assign.ts';
import { workerTask } from '../../../../core/workers/task.ts';
import { unpackSpans } from '../../../../detection/packedSpans.ts';
import type { PartDetection } from '../masking/detectParts.ts';
import { maskBody, type MaskedBody } from '../masking/maskBody.ts';
import type { Decisions } from '../masking/planSpans.ts';
import type { UnsealedBody } from '../masking/sealedThinking.ts';
import type { MaskableProtocol } from '../types.ts';
import { type Answered, type Asked, piecesOf, type Questions } from './questions.ts';

/** A body to mask, and the way to ask for what only the server's own thread has. */
export interface MaskOrder {
  readonly protocol: MaskableProtocol;
  readonly unsealed: UnsealedBody;
  readonly detection: Pick<PartDetection, 'options' | 'scope'>;
  readonly decisions: Decisions;
  readonly placeholderKey: KeyObject;
  readonly questions: MessagePort;
}

/** Without the mappings, which were handed over before. */
export type MaskAnswer = Omit<MaskedBody, 'mappings'>;

export default workerTask<MaskOrder, MaskAnswer>(async (order) => {
  const { protocol, unsealed, detection, decisions, placeholderKey, questions: port } = order;
  const ask = asker(port);
  try {
    const { mappings, ...masked } = await maskBody(protocol, unsealed, {
      detection: {
        ...detection,
        async find(key, text, options) {
          const { language, spans } = await ask('find', key, text, options);
          return { language, spans: await unpackSpans(spans) };
        },
      },
      decisions,
      book: bookOver(ask),
      mac: (value) => createHmac('sha256', placeholderKey).update(value).digest(),
      listsModel: (name) => ask('listsModel', name),
    });
    for (const piece of piecesOf(mappings)) await ask('keep', piece);
    return masked;
  } finally {
    port.close();
  }
});

type Ask = <K extends keyof Questions>(kind: K, ...args: Parameters<Questions[K]>) => ReturnType<Questions[K]>;

function asker(port: MessagePort): Ask {
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  port.on('message', ({ id, value }: Answered) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const ask = (kind: keyof Questions, ...args: unknown[]): Promise<unknown> => {
    const id = (last += 1);
    port.postMessage({ id, kind, args } satisfies Asked);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return ask as Ask;
}

function bookOver(ask: Ask): MappingBook {
  return {
    async hashesOf(forms) {
      const hashes = new Map<string, string>();
      for (const piece of piecesOf(forms))
        for (const [key, hash] of await ask('hashesOf', piece)) hashes.set(key, hash);
      return hashes;
    },
    async originals(hashes) {
      const originals = new Map<string, string>();
      for (const piece of piecesOf(hashes)) {
        for (const [hash, original] of await ask('originals', piece)) originals.set(hash, original);
      }
      return originals;
    },
  };
}
