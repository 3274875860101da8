import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockAt, rangesByBlock, splitBlocks } from './blocks.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', '\r\n', '\r', ' ', 'ü', '😀', 'a'), fc.string()),
  maxLength: 300,
});

describe('splitBlocks', () => {
  it('covers the text without gap or overlap', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const blocks = splitBlocks(text);
        expect(blocks.map((block) => text.slice(block.start, block.end)).join('')).toBe(text);
        expect(blocks.map((block) => block.index)).toEqual(blocks.map((_, index) => index));
        for (const block of blocks) expect(text.slice(block.start, block.textEnd)).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it('keeps CRLF together and shows an empty last line only where text follows', () => {
    expect(splitBlocks('a\r\n\r\nb\n').map(({ start, textEnd, end }) => [start, textEnd, end])).toEqual([
      [0, 1, 3],
      [3, 3, 5],
      [5, 6, 7],
    ]);
    expect(splitBlocks('')).toHaveLength(1);
  });

  it('cuts a long run at blanks and never inside a surrogate pair', () => {
    const words = splitBlocks('wort '.repeat(2_000));
    expect(words.length).toBeGreaterThan(4);
    for (const block of words) expect(block.end - block.start).toBeLessThanOrEqual(2_000);
    const emoji = `x${'😀'.repeat(3_000)}`;
    for (const block of splitBlocks(emoji)) expect(emoji.slice(block.start, block.end).isWellFormed()).toBe(true);
  });
});

describe('blockAt', () => {
  it('finds the row of every offset', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const blocks = splitBlocks(text);
        for (let offset = 0; offset < text.length; offset++) {
          const block = blocks[blockAt(blocks, offset)]!;
          expect(block.start <= offset && offset < block.end).toBe(true);
        }
      }),
    );
  });
});

describe('rangesByBlock', () => {
  it('lists a range in every row it touches', () => {
    const rows = rangesByBlock(splitBlocks('eins\nzwei\ndrei'), [
      { start: 2, end: 11 },
      { start: 12, end: 13 },
    ]);
    expect([...rows.keys()]).toEqual([0, 1, 2]);
    expect(rows.get(2)).toHaveLength(2);
  });
});
