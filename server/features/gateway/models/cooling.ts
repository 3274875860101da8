import type { Clock } from '../../../core/clock.ts';

const COOLING_MS = 30_000;
const LONGEST_COOLING_MS = 5 * 60_000;

/** Remembers which targets failed lately, so that others are tried before them. */
export interface Cooling {
  /** @param retryAfterSeconds - when the provider said it will work again; null: it did not say */
  failed(model: string, retryAfterSeconds: number | null): void;
  succeeded(model: string): void;
  isCooling(model: string): boolean;
}

export function createCooling(clock: Clock): Cooling {
  const until = new Map<string, number>();
  return Object.freeze({
    failed(model: string, retryAfterSeconds: number | null) {
      const wait = retryAfterSeconds === null ? COOLING_MS : Math.min(retryAfterSeconds * 1000, LONGEST_COOLING_MS);
      until.set(model, clock.now() + wait);
    },
    succeeded(model: string) {
      until.delete(model);
    },
    isCooling(model: string) {
      const end = until.get(model);
      if (end === undefined) return false;
      if (end > clock.now()) return true;
      until.delete(model);
      return false;
    },
  });
}
