import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerSentEvent } from '../types.ts';
import { readEvents } from './events.ts';

async function* cutAt(bytes: Uint8Array, positions: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const position of [...positions, bytes.length]) {
    await Promise.resolve();
    yield bytes.subarray(from, position);
    from = position;
  }
}

async function read(text: string, positions: readonly number[] = [], most = 1000): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(cutAt(Buffer.from(text), positions), most)) events.push(event);
  return events;
}

/** Events as a server writes them: lines of data, with a name or without, line ends of one of the three kinds, comments between. */
const written = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  events: fc.array(
    fc.record({
      event: fc.option(fc.constantFrom('message_start', 'ping', 'error')),
      lines: fc.array(
        fc.string({ unit: 'binary' }).map((line) => line.replaceAll(/[\r\n]/g, '')),
        { minLength: 1, maxLength: 3 },
      ),
      comment: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
});

describe('reading server-sent events', () => {
  it('gives the same events wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        async ({ lineEnd, events }, cuts) => {
          const text = events
            .flatMap(({ event, lines, comment }) => [
              ...(comment ? [': keep-alive'] : []),
              ...(event === null ? [] : [`event: ${event}`]),
              ...lines.map((line) => `data: ${line}`),
              '',
              '',
            ])
            .join(lineEnd);
          const positions = cuts.map((cut) => Math.floor(cut * Buffer.byteLength(text))).sort((a, b) => a - b);
          // A surrogate without its pair has no UTF-8 form.
          const expected = events.map(({ event, lines }) => ({ event, data: lines.join('\n').toWellFormed() }));
          expect(await read(text, positions)).toEqual(expected);
        },
      ),
    );
  });

  it('leaves out what the end cuts off, and a mark of the byte order', async () => {
    await expect(read('\uFEFFdata: a\n\ndata: b\n')).resolves.toEqual([{ event: null, data: 'a' }]);
    await expect(read('data: a\n\ndata: {"text":"half')).resolves.toEqual([{ event: null, data: 'a' }]);
  });

  it('does not gather an event without end', async () => {
    const long = `data: ${'x'.repeat(200)}`;
    await expect(read(`data: a\n\n${long}`, [10, 60, 120], 100)).rejects.toMatchObject({ failure: 'malformed' });
  });

  it('asks for more when all events of a part are consumed, and not before', async () => {
    let parts = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; ; parts++) {
        await Promise.resolve();
        yield Buffer.from('data: a\n\ndata: b\n\n');
      }
    }
    const iterator = readEvents(endless(), 1000);
    await iterator.next();
    await iterator.next();
    expect(parts).toBe(0);
    await iterator.next();
    expect(parts).toBe(1);
  });
});
