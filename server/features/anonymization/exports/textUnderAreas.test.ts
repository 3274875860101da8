import { describe, expect, it } from 'vitest';
import type { PageWord } from '../../../contract/documentView.ts';
import { COVERED, textWithout, wordsUnder } from './textUnderAreas.ts';

const text = 'Frau Anna Berg, geboren in Ulm, wohnt dort.';
const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const name = { ...at('Anna Berg'), placeholder: '[[person-k3v9q2xd]]' };

describe('the text without what areas cover', () => {
  it('is the anonymized text where there are none', () => {
    expect(textWithout(text, [name], [])).toBe('Frau [[person-k3v9q2xd]], geboren in Ulm, wohnt dort.');
  });

  it('keeps placeholders, and covers neighbouring words as one', () => {
    const covered = [at('geboren'), at('Ulm,'), at('in'), at('Anna'), at('Berg,')];
    expect(textWithout(text, [name], covered)).toBe(`Frau [[person-k3v9q2xd]]${COVERED} wohnt dort.`);
    expect(textWithout(text, [name], [{ start: 0, end: text.length }])).toBe(`${COVERED}[[person-k3v9q2xd]]${COVERED}`);
  });
});

describe('words under areas', () => {
  const word = (start: number, x: number, y: number): PageWord => ({
    ...{ start, end: start + 1, x, y, width: 0.1, height: 0.02, direction: 0 },
  });
  it('are those that an area touches, but not the line that it grazes', () => {
    const words = [word(0, 0.1, 0.1), word(1, 0.3, 0.1), word(2, 0.1, 0.119), word(3, 0.19, 0.1)];
    const area = { page: 1, x: 0.1, y: 0.1, width: 0.1, height: 0.022 };
    expect(wordsUnder([area], words).map(({ start }) => start)).toEqual([0, 3]);
  });
});
