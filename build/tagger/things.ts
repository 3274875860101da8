import type { Language } from '../../server/contract/common.ts';
import { fold } from '../../server/detection/characters.ts';
import { namesValue, wordsValue } from '../../server/detection/gazetteers/format.ts';
import type { Gazetteers } from '../../server/detection/gazetteers/index.ts';
import type { AnnotatedText } from './annotated.ts';
import { invented, syllables, titleCase } from './invented.ts';
import { withCaseOf, type Rename } from './personNames.ts';
import type { Pools } from './pools.ts';
import type { Random } from './random.ts';

/** Rare words with capitals outside of the marks, of all training texts of a language. */
export type ThingPool = (language: Language, random: Random) => string | undefined;

/** Words with a capital, none right before a colon, which are labels. */
const CAPITALISED = /(?<![\p{L}\p{M}\p{Nd}.@/_])\p{Lu}[\p{L}\p{M}]+(?![\p{L}\p{M}\p{Nd}@/_]|[^\n\p{L}]{0,2}:)/gu;
/** Strength from which a word of a list is an ordinary one. */
const ORDINARY_MIN = 5;
const LENGTH_MIN = 4;
const ABBREVIATION_MAX = 6;

/** Versions of a text in which things get other names, and the share of the rare words replaced in them. */
const TEXT_SHARE = 0.8;
const WORD_SHARE = 0.5;
/** How a replacement is made: an unknown word with the old ending, a thing of another text; else an invented name. */
const ENDING_SHARE = 0.5;
const OTHER_SHARE = 0.25;
/** Diseases, laws and methods are called after persons; so often another surname of the lists stands in for one. */
const EPONYM_SHARE = 0.5;
/** Strength from which a word of the lists is a surname. */
const SURNAME_MIN = 4;
/** Letters of an ending that stay. */
const ENDING_LETTERS = 4;

function isRare(word: string, language: Language, gazetteers: Gazetteers): boolean {
  const value = gazetteers.words.getRange(word, 0, word.length);
  return wordsValue.strength(value, language) < ORDINARY_MIN;
}

function isSurname(word: string, gazetteers: Gazetteers): boolean {
  return namesValue.surname(gazetteers.names.getRange(word, 0, word.length)) >= SURNAME_MIN;
}

const isAbbreviation = (word: string): boolean =>
  word.length > 1 && word.length <= ABBREVIATION_MAX && word === word.toUpperCase();

/** Rare words of a text outside of its marks that do not stand in one as well. */
function rareWords({ pieces, language }: AnnotatedText, gazetteers: Gazetteers): Set<string> {
  const marked = fold(pieces.map(({ text, label }) => (label === undefined ? '' : text)).join('\n'));
  const words = new Set<string>();
  for (const { text, label } of pieces) {
    if (label !== undefined) continue;
    for (const [word] of text.matchAll(CAPITALISED)) {
      if (word.length < LENGTH_MIN && !isAbbreviation(word)) continue;
      if (isRare(word, language, gazetteers) && !marked.includes(fold(word))) words.add(word);
    }
  }
  return words;
}

/** Collects the rare words of the texts. */
export function createThingPool(texts: readonly AnnotatedText[], gazetteers: Gazetteers): ThingPool {
  const byLanguage = new Map<Language, Set<string>>();
  for (const text of texts) {
    const known = byLanguage.get(text.language) ?? new Set();
    for (const word of rareWords(text, gazetteers)) if (word !== word.toUpperCase()) known.add(word);
    byLanguage.set(text.language, known);
  }
  const lists = new Map([...byLanguage].map(([language, words]) => [language, [...words]] as const));
  return (language, random) => {
    const words = lists.get(language);
    return words === undefined || words.length === 0 ? undefined : random.pick(words);
  };
}

export interface ThingSources {
  readonly gazetteers: Gazetteers;
  readonly pools: Pools;
  readonly things: ThingPool;
}

/**
 * New words for the rare capitalised ones of a text that are no values (makes, models, technical terms), alike wherever they stand; for its
 * unmarked pieces alone. Names change with every version of a text; if these words never did, the model would know each of them by heart and
 * take every word it has never seen for a name.
 */
export function renameThings(text: AnnotatedText, { gazetteers, pools, things }: ThingSources, random: Random): Rename {
  if (!random.chance(TEXT_SHARE)) return (value) => value;
  const { language } = text;
  const names = new Map<string, string>();
  for (const word of rareWords(text, gazetteers)) {
    if (!random.chance(WORD_SHARE)) continue;
    names.set(word, isAbbreviation(word) ? otherLetters(word, random) : otherWord(word));
  }
  function otherWord(word: string): string {
    if (isSurname(word, gazetteers) && random.chance(EPONYM_SHARE))
      return withCaseOf(word, pools.surname(language, random));
    const kind = random.next();
    if (kind < ENDING_SHARE && word.length > ENDING_LETTERS) {
      const beginning = titleCase(syllables(word.length > 8 ? 2 : 1, random));
      return withCaseOf(word, `${beginning}${word.slice(-ENDING_LETTERS).toLowerCase()}`);
    }
    if (kind < ENDING_SHARE + OTHER_SHARE) return withCaseOf(word, things(language, random) ?? word);
    return withCaseOf(word, invented(language, random));
  }
  return (value) => value.replace(CAPITALISED, (word) => names.get(word) ?? word);
}

function otherLetters(word: string, random: Random): string {
  return word.replace(/\p{L}/gu, () => String.fromCharCode(65 + random.below(26)));
}
