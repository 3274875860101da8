import { fold } from '../characters.ts';
import type { Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, Likelihood, TextView } from '../recognizer.ts';
import { eachTokenRange } from './coverage.ts';

const LENGTH_MIN = 5;
const LENGTH_MAX = 40;
/** Words of one name that are combined; longer names are lists. */
const WORDS_MAX = 5;
const WORD_MIN = 3;
const PRIORITY = 47;

const EXPANDED: Readonly<Record<string, string>> = Object.freeze({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' });

/**
 * User names and the beginnings of addresses made of a person's name in the document: "jmueller", "anna_mueller87", "a-mueller".
 *
 * @param finds - sorted by start, not overlapping
 */
export function findUserNames(
  view: TextView,
  lexicon: Lexicon,
  finds: readonly Candidate[],
  likelihood?: Likelihood,
): Candidate[] {
  const keys = new Set<string>();
  const names = new Set<string>();
  eachTokenRange(lexicon, finds, ({ category }, first, last) => {
    if (category !== 'person') return;
    const words: string[] = [];
    for (let at = first; at <= last && words.length < WORDS_MAX; at += 1) {
      const { kind, text } = lexicon.tokens[at]!;
      if (kind === 'word' && text.length >= WORD_MIN && !lexicon.has(at, ROLE.particle)) words.push(text);
    }
    addKeys(words.map(fold), keys, names);
    addKeys(words.map(expanded), keys, names);
  });
  if (names.size === 0) return [];
  const found: Candidate[] = [];
  const { tokens } = lexicon;
  let next = 0;
  let after = 0;
  for (let at = 0; at < tokens.length; at = after) {
    const last = lastPart(lexicon, at);
    after = Math.max(at, last) + 1;
    if (last < 0) continue;
    const hasSign = at > 0 && tokens[at - 1]!.text === '@' && lexicon.isGlued(at);
    // Most words end here, with one look at the set.
    const hasInitial = last === at && isInitialAndName(view, lexicon, at, names, likelihood);
    if (last === at && tokens[at]!.kind === 'word' && !hasSign && !hasInitial && !keys.has(view.folded[at]!)) continue;
    const { start } = tokens[at]!;
    const { end } = tokens[last]!;
    const written = view.text.slice(hasSign ? start - 1 : start, end);
    if (end - start < LENGTH_MIN || end - start > LENGTH_MAX) continue;
    if (!hasInitial && !isMadeOfName(written, keys, names)) continue;
    while (next < finds.length && finds[next]!.end <= start) next += 1;
    const over = finds[next];
    // Names inside it give way; an address of which it is a part does not.
    if (over !== undefined && over.start < end && (over.category !== 'person' || over.end - over.start >= end - start))
      continue;
    found.push({
      start,
      end,
      category: 'username',
      confidence: 0.75,
      sources: ['document:user-name'],
      priority: PRIORITY,
    });
  }
  return found;
}

/** Shortest surname that an unknown initial may stand before. */
const SURNAME_MIN = 4;
/** A name with a letter behind it may be an inflected form: only where the tagger holds it for a value. */
const LIKELY = 0.1;

/** "mdiop3", "conlethd": an initial that the document need not give, and a name, in small letters and no word of the language. */
function isInitialAndName(
  view: TextView,
  lexicon: Lexicon,
  at: number,
  names: ReadonlySet<string>,
  likelihood: Likelihood | undefined,
): boolean {
  const { text } = lexicon.tokens[at]!;
  if (text.length <= SURNAME_MIN || lexicon.common[at]! > 0 || lexicon.surname[at]! > 0 || lexicon.given[at]! > 0)
    return false;
  const letters = view.folded[at]!.replace(/\d{1,3}$/, '');
  if (letters.length <= SURNAME_MIN || text !== text.toLowerCase() || names.has(letters)) return false;
  return names.has(letters.slice(1)) || (names.has(letters.slice(0, -1)) && (likelihood?.(view)[at] ?? 0) >= LIKELY);
}

const PARTS_MAX = 5;

/** Last token of the words and numbers that dots, underscores and hyphens join from token `at`; -1 when none stands there. */
function lastPart({ tokens, isGlued }: Lexicon, at: number): number {
  const { kind } = tokens[at]!;
  if (kind === 'break' || kind === 'mark') return -1;
  let last = at;
  for (let parts = 1; parts < PARTS_MAX; parts += 1) {
    const part = tokens[last + 2];
    const isJoined = isGlued(last + 1) && isGlued(last + 2) && /^[._-]$/.test(tokens[last + 1]!.text);
    if (!isJoined || part === undefined || part.kind === 'break' || part.kind === 'mark') break;
    last += 2;
  }
  return last;
}

/** A word in small letters as Germans and Scandinavians spell it without diacritics: "Müller" → "mueller". */
function expanded(word: string): string {
  return fold(word.toLowerCase().replace(/[äöüåø]/g, (letter) => EXPANDED[letter]!));
}

/** Combinations of two words of a name, one perhaps as its initial, and of all words. */
function addKeys(words: readonly string[], keys: Set<string>, names: Set<string>): void {
  for (const word of words) names.add(word);
  if (words.length < 2) return;
  keys.add(words.join(''));
  for (const [i, one] of words.entries()) {
    for (const [j, other] of words.entries()) {
      if (i === j) continue;
      keys.add(one + other);
      if (other.length > WORD_MIN) keys.add(one.charAt(0) + other).add(other + one.charAt(0));
    }
  }
}

/** True for a combination, and for a single name that a number makes an account's. */
function isMadeOfName(written: string, keys: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const isMarked = /[._\d@]/.test(written);
  if (!isMarked && written !== written.toLowerCase()) return false;
  const letters = fold(written)
    .replace(/^@/, '')
    .replace(/\d{1,4}$/, '');
  const plain = letters.replace(/[._-]/g, '');
  if (keys.has(plain)) return true;
  return names.has(letters.replace(/[._-]$/, '')) && /[\d@]/.test(written) && plain.length >= 4;
}
