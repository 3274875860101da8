import type { Probabilities } from './probabilities.ts';

/** States of the helper's part, in the first 32 bits of the memory. */
const STATE = Object.freeze({ open: 0, taken: 1, done: 2, left: 3 });
const HEAD_BYTES = 16;
/** Three floats and a byte per token, of which a text has no more than UTF-16 code units. */
const BYTES_PER_TOKEN = 13;
/**
 * The owner's share of the tokens: less than half, because the recognizers that need no probabilities are its own as well, and run meanwhile.
 */
const OWN_SHARE = 1 / 3;

/** Memory for the probabilities of one text, which two threads write: the owner the first part of the tokens, a helper the rest. */
export type SharedTagsMemory = SharedArrayBuffer;

/** Makes it. @param length - of the text, in UTF-16 code units */
export function reserveSharedTags(length: number): SharedTagsMemory {
  return new SharedArrayBuffer(HEAD_BYTES + length * BYTES_PER_TOKEN);
}

/** One thread's view of it. */
export interface SharedTags {
  readonly tags: Probabilities;
  /** First token of the helper's part. */
  readonly cut: number;
  /** The helper's: whether its part is still to be done, and now its to do. */
  readonly take: () => boolean;
  /** The helper's: it has done its part, or could not. */
  readonly finish: (isDone: boolean) => void;
  /**
   * The owner's: waits for a helper that has begun, where that is worth it. False when the rest is the owner's to do.
   * @param mostMs - what doing it takes: who waits no longer than that loses at most as much again to a helper that got no processor, or ended
   */
  readonly hasRest: (mostMs: number) => boolean;
}

/** @param count - tokens of the text */
export function openSharedTags(memory: SharedTagsMemory, count: number): SharedTags {
  const state = new Int32Array(memory, 0, 1);
  const floats = (index: number) => new Float32Array(memory, HEAD_BYTES + index * count * 4, count);
  return {
    tags: {
      any: floats(0),
      best: floats(1),
      begin: floats(2),
      category: new Uint8Array(memory, HEAD_BYTES + 3 * count * 4, count),
    },
    cut: Math.floor(count * OWN_SHARE),
    take: () => Atomics.compareExchange(state, 0, STATE.open, STATE.taken) === STATE.open,
    finish(isDone) {
      Atomics.store(state, 0, isDone ? STATE.done : STATE.left);
      Atomics.notify(state, 0);
    },
    hasRest(mostMs) {
      if (Atomics.compareExchange(state, 0, STATE.open, STATE.left) === STATE.open) return false;
      Atomics.wait(state, 0, STATE.taken, mostMs);
      // What comes after all is the same as what the owner writes.
      return Atomics.load(state, 0) === STATE.done;
    },
  };
}
