import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../random.ts';
import type { Delivery, EarlyEnd } from './script.ts';

/** Counts what has been handed to the connection. */
export interface Progress {
  bytesSent: number;
}

/**
 * Writes an answer's body as the delivery says; waits whenever the client does not read. Leaves silently when the client goes away.
 */
export async function deliver(
  response: ServerResponse,
  parts: Iterable<string | Uint8Array>,
  delivery: Delivery,
  progress: Progress,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { stopAfter, delayMs = 0 } = delivery;
  // Every part in a packet of its own, as a model server sends them.
  response.socket?.setNoDelay(true);
  try {
    for (const part of cut(parts, delivery.cuts ?? 'events', stopAfter?.bytes ?? Number.POSITIVE_INFINITY)) {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: gone.signal });
      if (gone.signal.aborted) return;
      progress.bytesSent += part.length;
      if (!response.write(part)) await once(response, 'drain', { signal: gone.signal });
      // Without a turn of the event loop a client that went away would never be noticed.
      else await turn();
    }
  } catch {
    return;
  }
  end(response, stopAfter?.how ?? 'end');
}

function end(response: ServerResponse, how: EarlyEnd): void {
  if (how === 'end') response.end();
  if (how === 'reset') response.socket?.resetAndDestroy();
  if (how === 'half-close') response.socket?.end();
}

/** The bytes of all parts in new parts, `limit` bytes in all. */
function* cut(
  parts: Iterable<string | Uint8Array>,
  cuts: NonNullable<Delivery['cuts']>,
  limit: number,
): Generator<Uint8Array> {
  const sizeAt = cutter(cuts);
  let position = 0;
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let at = 0; at < bytes.length;) {
      const size = Math.min(bytes.length - at, limit - position, sizeAt(position));
      if (size === 0) return;
      yield bytes.subarray(at, at + size);
      at += size;
      position += size;
    }
  }
}

/** Tells for a position how many bytes may follow before the next cut. */
function cutter(cuts: NonNullable<Delivery['cuts']>): (position: number) => number {
  if (cuts === 'events') return () => Number.POSITIVE_INFINITY;
  if (cuts === 'bytes') return () => 1;
  if (!('seed' in cuts)) {
    const ascending = cuts.toSorted((a, b) => a - b);
    return (position) => (ascending.find((cutAt) => cutAt > position) ?? Number.POSITIVE_INFINITY) - position;
  }
  const random = createRandom(cuts.seed);
  return () => 1 + random.below(cuts.most);
}
