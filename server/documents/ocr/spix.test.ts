import { describe, expect, it } from 'vitest';
import { toSpix } from './spix.ts';

describe('toSpix', () => {
  it('writes rows of whole words, each with its left-most pixel in its highest byte', () => {
    const pixels = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    const bytes = toSpix({ pixels, width: 5, height: 2, dpi: 300 });
    expect(bytes.subarray(0, 4).toString()).toBe('spix');
    expect(Array.from({ length: 6 }, (_, index) => bytes.readUInt32LE(4 + 4 * index))).toEqual([5, 2, 8, 2, 0, 16]);
    expect([...bytes.subarray(28)]).toEqual([4, 3, 2, 1, 0, 0, 0, 5, 9, 8, 7, 6, 0, 0, 0, 10]);
  });
});
