import { categoriesThat } from '../../contract/categoryTable.ts';
import { isWordAt, isWordBefore } from '../characters.ts';
import type { Lexicon } from '../gazetteers/lexicon.ts';
import type { Candidate } from '../recognizer.ts';
import { COVERED, coveredTokens, eachTokenRange } from './coverage.ts';

/** Values of all other categories are letters and digits that people group as they like. */
const IN_WORDS = categoriesThat(({ name, isSpoken }) => name !== undefined || isSpoken === true);
const CHARACTERS_MIN = 6;
const CHARACTERS_MAX = 64;
const KEY_LENGTH = 6;
/** Values compared at one place, so that many values with the same beginning cost no more than this. */
const BUCKET_MAX = 24;
const PRIORITY = 30;

interface KnownValue {
  readonly characters: string;
  readonly category: string;
  readonly confidence: number;
}

/**
 * Values with digits, and user names, that stand elsewhere with other spaces or marks between: "DE89 3704 …" and "DE893704…".
 *
 * @param finds - sorted by start, not overlapping
 */
export function propagateValues(lexicon: Lexicon, finds: readonly Candidate[]): Candidate[] {
  const { text, tokens } = lexicon;
  const known = new Map<string, KnownValue[]>();
  eachTokenRange(lexicon, finds, ({ start, end, category, confidence }, first, last) => {
    if (IN_WORDS.has(category) || end - start > CHARACTERS_MAX * 2) return;
    const characters = plain(text.slice(start, end));
    if (characters.length < CHARACTERS_MIN || characters.length > CHARACTERS_MAX) return;
    if (!/\d/.test(characters) && !(category === 'username' && isNoWord(lexicon, first, last))) return;
    const bucket = known.get(characters.slice(0, KEY_LENGTH)) ?? [];
    if (bucket.length >= BUCKET_MAX || bucket.some((value) => value.characters === characters)) return;
    bucket.push({ characters, category, confidence });
    known.set(characters.slice(0, KEY_LENGTH), bucket);
  });
  if (known.size === 0) return [];

  const covered = coveredTokens(lexicon, finds);
  const found: Candidate[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (covered[at] !== COVERED.no || token.kind === 'break' || token.kind === 'mark') continue;
    const key = read(text, token.start, KEY_LENGTH)?.characters;
    const bucket = key === undefined ? undefined : known.get(key);
    for (const { characters, category, confidence } of bucket ?? []) {
      const here = read(text, token.start, characters.length);
      if (here?.characters !== characters || (isWordAt(text, here.end) && isWordBefore(text, here.end))) continue;
      found.push({
        start: token.start,
        end: here.end,
        category,
        confidence,
        sources: ['document:repeated'],
        priority: PRIORITY,
      });
      while (at + 1 < tokens.length && tokens[at + 1]!.start < here.end) at += 1;
      break;
    }
  }
  return found;
}

/** Strength up to which a word is none of the language's own. */
const UNKNOWN_MAX = 1;

/** True for user names that no text uses as a word: several parts, or one that the word lists do not know. */
function isNoWord(lexicon: Lexicon, first: number, last: number): boolean {
  return first !== last || lexicon.common[first]! <= UNKNOWN_MAX;
}

const SEPARATORS = /[\s.\-/_·]/;

function plain(value: string): string {
  return value.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

/** The first `count` letters and digits from `start`, single separators passed over, and where they end. */
function read(text: string, start: number, count: number): { characters: string; end: number } | undefined {
  let characters = '';
  let at = start;
  while (characters.length < count && at < text.length) {
    const character = text.charAt(at);
    if (isWordAt(text, at)) characters += character;
    else if (!SEPARATORS.test(character) || !isWordAt(text, at + 1)) return undefined;
    at += 1;
  }
  return characters.length === count ? { characters: characters.toUpperCase(), end: at } : undefined;
}
