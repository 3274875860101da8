import type { GrayPage } from '../image/graymap.ts';

/** 'spix', width, height, bits of a pixel, words of a row, colours of a palette, bytes of pixels. */
const HEADER = 7 * 4;
const WORD = 4;

/**
 * A page as Leptonica keeps it in memory, in its own file format (`pixSerializeToMemory`, spixio.c): a copy of the bytes is all it takes to read it, where
 * graymaps are read byte by byte.
 */
export function toSpix({ pixels, width, height }: GrayPage): Buffer {
  const words = Math.ceil(width / WORD);
  const bytes = Buffer.alloc(HEADER + words * WORD * height);
  bytes.write('spix', 'latin1');
  const facts = [width, height, 8, words, 0, words * WORD * height];
  facts.forEach((fact, index) => bytes.writeUInt32LE(fact, (index + 1) * WORD));
  for (let row = 0; row < height; row += 1)
    bytes.set(pixels.subarray(row * width, (row + 1) * width), HEADER + row * words * WORD);
  // The left-most pixel stands in the highest byte of a word, and words are little-endian.
  bytes.subarray(HEADER).swap32();
  return bytes;
}
