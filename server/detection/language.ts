import { LANGUAGES, type Language } from '../contract/languages.ts';
import { wordsValue } from './gazetteers/format.ts';
import type { StaticTable } from './gazetteers/table.ts';

/** Where a text says too little to tell: the product's first language. */
export const DEFAULT_LANGUAGE: Language = 'de';

/** That many samples cover a document whose parts differ. */
const SAMPLES = 5;
const SAMPLE_CHARACTERS = 1_000;
/** Below this many letters, codes and names decide, which is worse than the default. */
const LETTERS_MIN = 12;

const WORD = /[\p{L}\p{M}]+/gu;

/** Parts of the text taken evenly from beginning to end, at most `SAMPLES * SAMPLE_CHARACTERS` code units in all. */
function samplesOf(text: string): string[] {
  if (text.length <= SAMPLES * SAMPLE_CHARACTERS) return [text];
  const step = Math.floor((text.length - SAMPLE_CHARACTERS) / (SAMPLES - 1));
  return Array.from({ length: SAMPLES }, (_, index) => text.slice(index * step, index * step + SAMPLE_CHARACTERS));
}

/** Tells the language of a text. */
export type LanguageDetector = (text: string) => Language;

/**
 * Language detection by the words of a text: every word adds its strength as a common word of each language (see
 * `wordsValue`). Blank, very short and undecidable texts are {@link DEFAULT_LANGUAGE}. The cost is bounded, however long the
 * text is.
 * @param words - the table of common words of the five languages
 */
export function createLanguageDetector(words: StaticTable): LanguageDetector {
  return (text) => {
    const totals = LANGUAGES.map(() => 0);
    let letters = 0;
    for (const sample of samplesOf(text)) {
      for (const { 0: word, index } of sample.matchAll(WORD)) {
        letters += word.length;
        const value = words.getRange(sample, index, index + word.length);
        for (let at = 0; at < LANGUAGES.length; at += 1) totals[at]! += wordsValue.strength(value, LANGUAGES[at]!);
      }
    }
    if (letters < LETTERS_MIN) return DEFAULT_LANGUAGE;
    let best = LANGUAGES.indexOf(DEFAULT_LANGUAGE);
    for (let at = 0; at < LANGUAGES.length; at += 1) if (totals[at]! > totals[best]!) best = at;
    return LANGUAGES[best]!;
  };
}
