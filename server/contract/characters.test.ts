import { expect, it } from 'vitest';
import { z } from 'zod';
import { countCharacters, maxCharacters, NFC_BOUNDARY } from './characters.ts';

it('counts long texts in pieces as it would count them whole', () => {
  for (const piece of ['e\u0301', 'ä', '\u1112\u1161\u11ab', '👍', '\u0958', 'word ', '\ud800', 'か\u3099']) {
    const text = `x${piece.repeat(300_000)}`;
    expect([piece, countCharacters(text)]).toEqual([piece, Array.from(text.normalize('NFC')).length]);
  }
  const marks = '\u0301'.repeat(500_000);
  expect(countCharacters(`e${marks}`)).toBe(500_001);
});

it('cuts in front of nothing that composes with what stands before it', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const [, ...rest] = String.fromCodePoint(code).normalize('NFD');
    if (rest.some((character) => NFC_BOUNDARY.test(character))) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

it('tells a very long text from one that is too long', async () => {
  const schema = z.string().check(maxCharacters(2_000_000));
  expect((await schema.safeParseAsync('e\u0301'.repeat(2_000_000))).success).toBe(true);
  expect((await schema.safeParseAsync('e\u0301'.repeat(2_000_001))).success).toBe(false);
  expect((await schema.safeParseAsync('a'.repeat(2_000_001))).success).toBe(false);
});
