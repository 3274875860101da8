import { describe, expect, it } from 'vitest';
import type { Glyph } from './glyphs.ts';
import { needsRecognition } from './quality.ts';

const glyphs = (text: string): Glyph[] =>
  Array.from(text.replace(/\s/g, ''), (character) => ({
    text: character,
    left: 0,
    right: 1,
    top: 0,
    bottom: 1,
    turn: 0,
    softHyphen: false,
    invisible: false,
  }));
const PROSE = 'Sehr geehrte Damen und Herren, anbei erhalten Sie die Unterlagen zu Ihrem Antrag. '.repeat(4);

describe('needsRecognition', () => {
  it.each<[string, string, { unmapped?: number; objects?: number; imageCover?: number }, boolean]>([
    ['prose', PROSE, {}, false],
    ['prose recognized earlier, under its scan', PROSE, { imageCover: 1 }, false],
    ['a stamp on a scan', 'Seite 3 von 7 eingegangen am 3. Mai', { imageCover: 0.95 }, true],
    ['a scan without text', '', { objects: 1, imageCover: 1 }, true],
    ['nothing at all', '', { objects: 0 }, false],
    ['characters without a meaning', PROSE, { unmapped: 60 }, true],
    ['a shifted alphabet', '!"#$%&()*+,-./:;<=>?@ {|}~^_!"#$%&', {}, true],
    [
      'a table of contents with dot leaders',
      'Einleitung ................................................ 3',
      {},
      false,
    ],
    ['numbers', '1.248,50 99,00 4711 0815 12 13 14 15', {}, false],
  ])('%s', (_what, text, facts, expected) => {
    expect(needsRecognition({ glyphs: glyphs(text), unmapped: 0, objects: 5, imageCover: 0, ...facts })).toBe(expected);
  });
});
