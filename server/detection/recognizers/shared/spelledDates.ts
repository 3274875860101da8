import type { Language } from '../../../contract/common.ts';
import { fold } from '../../characters.ts';
import { spellingsOf } from './numberWords.ts';

/** Years in one word: "millenovecentotrentasei", "zweitausendzwölf". */
const YEAR_IN_ONE = /^(?:millenovecento|duemila|neunzehnhundert|zweitausend)/;
/** What years in several words are made of, beside the numbers up to 99. */
const THOUSANDS = 'mil mille cent cento ciento novecientos neuf two thousand hundred et y e and';
const LANGUAGES: readonly Language[] = ['en', 'fr', 'es', 'it'];
const YEAR_WORDS_MAX = 9;
const NEXT_WORD = /[ -]?(?<word>\p{L}+)/uy;
const YEAR_IN_FIGURES = /(?:19|20)\d\d(?!\d)/y;

/**
 * Reads dates in words as deeds and dictations write them: "ocho de mayo de mil novecientos cincuenta y uno", "onze janvier mille neuf cent quatre-vingt-six",
 * "primero de mayo de 1950".
 *
 * @param month - expression for the names of months
 * @returns end of the date that begins at an offset, or -1
 */
export function createSpelledDateReader(month: string): (text: string, offset: number) => number {
  const day = '\\p{L}{2,24}(?:(?:[ ]y[ ]|[ -])\\p{L}{2,12})?';
  const head = new RegExp(
    `(?:(?:il|el|le)[ ])?${day}[ ](?:(?:de|di)[ ])?${month}(?!\\p{L})[ ](?:del?[ ])?(?:(?:año|l['’]anno)[ ])?`,
    'iuy',
  );
  let words: ReadonlySet<string> | undefined;

  return (text, offset) => {
    head.lastIndex = offset;
    const start = offset + (head.exec(text)?.[0].length ?? 0);
    if (start === offset) return -1;
    YEAR_IN_FIGURES.lastIndex = start;
    if (YEAR_IN_FIGURES.test(text)) return start + 4;
    words ??= yearWords();
    let end = -1;
    let at = start;
    for (let count = 0; count < YEAR_WORDS_MAX; count += 1) {
      NEXT_WORD.lastIndex = at;
      const found = NEXT_WORD.exec(text);
      const word = fold(found?.groups?.['word'] ?? '');
      if (!words.has(word) && !YEAR_IN_ONE.test(word)) break;
      at += found![0].length;
      if (word.length > 2) end = at;
    }
    return end;
  };
}

function yearWords(): ReadonlySet<string> {
  const words = new Set(THOUSANDS.split(' '));
  for (const language of LANGUAGES) {
    for (let value = 1; value < 100; value += 1) {
      for (const spelling of spellingsOf(value, language))
        for (const word of spelling.split(/[ -]/)) words.add(fold(word));
    }
  }
  return words;
}
