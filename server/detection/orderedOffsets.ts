/** A set of offsets 0…size-1 with neighbour search; 32-way tree of bits, so every operation takes a handful of steps. */
export interface OrderedOffsets {
  add(offset: number): void;
  /** Largest member not above `offset`, or -1. */
  atOrBefore(offset: number): number;
}

/** An empty set of offsets below `size`. */
export function createOrderedOffsets(size: number): OrderedOffsets {
  const levels: Uint32Array[] = [];
  for (let words = Math.ceil(Math.max(size, 1) / 32); ; words = Math.ceil(words / 32)) {
    levels.push(new Uint32Array(words));
    if (words === 1) break;
  }

  const highestIn = (level: number, word: number): number => {
    let index = word;
    for (let down = level; down >= 0; down -= 1) index = index * 32 + 31 - Math.clz32(levels[down]![index]!);
    return index;
  };

  return {
    add(offset) {
      let index = offset;
      for (const level of levels) {
        const word = index >>> 5;
        level[word]! |= 1 << (index & 31);
        index = word;
      }
    },
    atOrBefore(offset) {
      let index = offset;
      for (let level = 0; level < levels.length; level += 1) {
        const word = index >>> 5;
        const bit = index & 31;
        // Bits at or below `bit` on the lowest level; strictly below on the others, whose own word has been searched.
        const mask = level === 0 ? 0xffffffff >>> (31 - bit) : bit === 0 ? 0 : 0xffffffff >>> (32 - bit);
        const found = levels[level]![word]! & mask;
        if (found !== 0) {
          const best = word * 32 + 31 - Math.clz32(found);
          return level === 0 ? best : highestIn(level - 1, best);
        }
        index = word;
      }
      return -1;
    },
  };
}
