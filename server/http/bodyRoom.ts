import { AppError } from '../core/errors.ts';

/** How long a request may wait for room. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;

/** Memory for bodies, over all requests together. */
export interface BodyRoom {
  /**
   * Takes room for a body, in the order of the requests, and resolves with the function that gives it back. A body that is larger than all the room gets
   * the whole of it.
   * @throws AppError SERVER_BUSY when there is none for a while; the signal's reason
   */
  take(bytes: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/** @param maxBytes - of all bodies that are held at one time */
export function createBodyRoom(maxBytes: number, waitMs: number = WAIT_MS): BodyRoom {
  let free = maxBytes;
  const line = new Set<Waiting>();
  const admit = (): void => {
    for (const waiting of line) {
      // Nobody is passed by: a large body would wait for ever behind small ones.
      if (waiting.bytes > free) return;
      line.delete(waiting);
      free -= waiting.bytes;
      waiting.enter();
    }
  };
  return {
    take(bytes, signal) {
      const taken = Math.min(bytes, maxBytes);
      let isHeld = true;
      const giveBack = (): void => {
        if (!isHeld) return;
        isHeld = false;
        free += taken;
        admit();
      };
      return new Promise((resolve, reject) => {
        const leave = (error: Error): void => {
          clearTimeout(timer);
          line.delete(waiting);
          // Who waited behind it may fit.
          admit();
          reject(error);
        };
        const onAbort = (): void => leave(signal.reason as Error);
        const waiting: Waiting = {
          bytes: taken,
          enter: () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', onAbort);
            resolve(giveBack);
          },
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', onAbort);
          leave(
            new AppError('SERVER_BUSY', 'Too many files are being sent at the same time; try again shortly.', {
              details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
            }),
          );
        }, waitMs);
        if (signal.aborted) {
          leave(signal.reason as Error);
          return;
        }
        signal.addEventListener('abort', onAbort, { once: true });
        line.add(waiting);
        admit();
      });
    },
  };
}
