import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { wordsValue } from '../../server/detection/gazetteers/format.ts';
import { readCorpora, readOffice } from './corpora.ts';
import { readDictionary } from './dawg.ts';
import { readLines } from './read.ts';
import { createTableBuilder, type TableBuilder } from './tableWriter.ts';

/** Folders of the Tesseract language packages. */
const DICTIONARIES = Object.freeze({
  de: 'deu',
  en: 'eng',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
} as const) satisfies Readonly<Record<Language, string>>;

export interface WordSources {
  /** Folder of the sources. */
  readonly data: string;
  /** Folder of the installed packages `@tesseract.js-data/*`. */
  readonly dictionaries: string;
  /** false: leaves our own office text out, for measuring on it without having seen it. */
  readonly office: boolean;
}

const SMALL = /^\p{Ll}[\p{Ll}\p{M}]+$/u;
const CAPITALISED = /^\p{Lu}[\p{Ll}\p{M}]+$/u;
/** Strengths of wordsValue that a word list alone gives. */
const LISTED = Object.freeze({ capitalised: 1, small: 2, dictionary: 4 });

/** Strength by occurrences outside names; a word that is a person's name more often than not stays weak. */
function strengthOf(small: number, all: number, inPersons: number): number {
  if (small < 3 && inPersons > all) return all > 0 ? 2 : 0;
  if (all >= 200) return 7;
  if (all >= 20) return 6;
  if (all >= 3) return 5;
  return all > 0 ? 3 : 0;
}

/** The table of common words. @param isName - tells words that the table of names holds */
export function compileWords(
  { data, dictionaries, office }: WordSources,
  isName: (word: string) => boolean,
): TableBuilder {
  const table = createTableBuilder();
  for (const language of LANGUAGES) {
    const merge = (existing: number, added: number): number => {
      const strength = Math.max(wordsValue.strength(existing, language), wordsValue.strength(added, language));
      return (existing & ~wordsValue.pack(language, 7)) | wordsValue.pack(language, strength);
    };
    const add = (word: string, strength: number): void => {
      if (strength > 0) table.add(word, wordsValue.pack(language, strength), merge);
    };

    const small = new Map<string, number>();
    const all = new Map<string, number>();
    const persons = new Map<string, number>();
    const count = (map: Map<string, number>, word: string): void => {
      map.set(word, (map.get(word) ?? 0) + 1);
    };
    const sinks = {
      common: (word: string): void => {
        const key = word.toLowerCase();
        count(all, key);
        if (SMALL.test(word)) count(small, key);
      },
      person: (word: string): void => count(persons, word.toLowerCase()),
    };
    readCorpora(data, language, sinks);
    if (office) readOffice(data, language, sinks);
    for (const [word, occurrences] of all) {
      add(word, strengthOf(small.get(word) ?? 0, occurrences, persons.get(word) ?? 0));
    }

    const code = DICTIONARIES[language];
    for (const word of readDictionary(join(dictionaries, code, '4.0.0_best_int', `${code}.traineddata.gz`))) {
      for (const part of word.split(/[^\p{L}\p{M}]+/u)) {
        if (SMALL.test(part)) add(part, LISTED.small);
        else if (language === 'de' && CAPITALISED.test(part) && !isName(part)) add(part, LISTED.capitalised);
      }
    }
    if (language === 'it') {
      for (const word of readLines(join(data, 'word-frequency/it_280000_parole.txt.gz'))) {
        if (SMALL.test(word)) add(word, LISTED.dictionary);
      }
    }
  }
  return table;
}
