import { categoriesThat } from '../../contract/categoryTable.ts';
import { NAMES } from '../passes/names.ts';
import type { Candidate, Token } from '../recognizer.ts';
import { TAGGER_CATEGORIES } from './categories.ts';
import type { Probabilities } from './probabilities.ts';

/**
 * Probabilities from which tokens belong to a value, for one reading of the text each. They lie at the bounds of the protection
 * levels (levels.ts): a level keeps the readings whose least certain word reaches it, so a stricter level masks the same and more.
 */
const READINGS = Object.freeze([0.62, 0.5, 0.3] as const);
/**
 * How much the probabilities of a category promise too much, as held-out texts show: what is taken off the confidence of a find that only
 * the tagger makes.
 */
const OVERSTATED: Readonly<Partial<Record<(typeof TAGGER_CATEGORIES)[number], number>>> = Object.freeze({
  organization: 0.05,
  address: 0.08,
  reference: 0.05,
  age: 0.25,
  birthdate: 0.1,
  licenseplate: 0.1,
});
/** Values of these categories are never shorter than CODE_LENGTH_MIN; what is, is a piece of one or something else. */
const CODES = categoriesThat(({ isCode }) => isCode === true);
const CODE_LENGTH_MIN = 5;
/** Values of these categories hold a digit, however badly a scan has spoilt them. */
const NUMBERED = categoriesThat(({ hasDigits }) => hasDigits === true);
const DIGIT = /\p{N}/u;
/** One letter is no name and no account: an initial at most, which tells nobody apart. */
const LETTER = /^[\p{Lu}\p{Ll}]\p{M}*$/u;
const WORDED: ReadonlySet<string> = new Set([...NAMES, 'username']);
/** What separates user and host of an address, also where it is spelled out. */
const EMAIL_SIGN = /[@＠©]|\.\p{L}{2}|(?<!\p{L})(?:at|ät|arroba|chiocciola|arobase|punkt|dot|punto|point)(?!\p{L})/iu;
/** A mark or line break between two tokens of a value belongs to it from this probability on. */
const GLUE = 0.15;
/** A new value begins here, where the category stays and where it changes. */
const BEGIN_SAME = 0.5;
const BEGIN_OTHER = 0.2;
/** Band of names from gazetteers and the tagger, see Candidate. */
const PRIORITY = 41;
/** Marks that belong to the value they stand before. */
const KEPT_BEFORE: ReadonlySet<string> = new Set(['+', '@']);

const isMark = ({ kind }: Token): boolean => kind === 'mark' || kind === 'break';

/** Values the tagger sees, for every reading; readings that agree are reported once. */
export function readValues(tokens: readonly Token[], tags: Probabilities): Candidate[] {
  const values: Values = { tokens, tags, found: new Map(), votes: new Float64Array(TAGGER_CATEGORIES.length) };
  for (const least of READINGS) readAt(values, least);
  return [...values.found.values()];
}

/** What is read, and what has been found so far by its bounds and category. */
interface Values {
  readonly tokens: readonly Token[];
  readonly tags: Probabilities;
  readonly found: Map<string, Candidate>;
  /** One number per category, for counting. */
  readonly votes: Float64Array;
}

function readAt(values: Values, least: number): void {
  const { tokens, tags } = values;
  const belongs = (i: number): boolean => i < tokens.length && tags.any[i]! >= least;
  let at = 0;
  while (at < tokens.length) {
    if (!belongs(at) || isMark(tokens[at]!)) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < tokens.length && !beginsAt(tokens, tags, end)) {
      if (belongs(end)) end += 1;
      else if (isMark(tokens[end]!) && tags.any[end]! >= GLUE && belongs(end + 1) && !beginsAt(tokens, tags, end + 1))
        end += 2;
      else break;
    }
    report(values, at, end);
    at = end;
  }
}

function beginsAt(tokens: readonly Token[], tags: Probabilities, i: number): boolean {
  if (isMark(tokens[i]!)) return false;
  return tags.begin[i]! > (tags.category[i] === tags.category[i - 1] ? BEGIN_SAME : BEGIN_OTHER);
}

function report({ tokens, tags, found, votes }: Values, from: number, until: number): void {
  let end = until;
  while (end > from && isMark(tokens[end - 1]!)) end -= 1;
  votes.fill(0);
  let confidence = 1;
  for (let i = from; i < end; i += 1) {
    votes[tags.category[i]!]! += tags.best[i]!;
    if (!isMark(tokens[i]!)) confidence = Math.min(confidence, tags.any[i]!);
  }
  const category = TAGGER_CATEGORIES[mostVoted(votes)]!;
  const before = tokens[from - 1];
  const keepsBefore =
    before !== undefined &&
    KEPT_BEFORE.has(before.text) &&
    before.end === tokens[from]!.start &&
    tags.any[from - 1]! >= GLUE;
  const start = keepsBefore ? before.start : tokens[from]!.start;
  const stop = tokens[end - 1]!.end;
  if (CODES.has(category) && stop - start < CODE_LENGTH_MIN) return;
  if (WORDED.has(category) && end === from + 1 && LETTER.test(tokens[from]!.text)) return;
  if (!hasSigns(category, tokens, from, end)) return;
  confidence = Math.max(0, confidence - (OVERSTATED[category] ?? 0));
  const key = `${start} ${stop} ${category}`;
  if (!found.has(key))
    found.set(key, { start, end: stop, category, confidence, sources: ['tagger:context'], priority: PRIORITY });
}

/** Whether the tokens [from, end) hold the signs without which no value of the category is written. */
function hasSigns(category: string, tokens: readonly Token[], from: number, end: number): boolean {
  const needed = category === 'email' ? EMAIL_SIGN : NUMBERED.has(category) ? DIGIT : null;
  if (needed === null) return true;
  const value = tokens.slice(from, end).reduce((text, token) => text + (token.kind === 'break' ? ' ' : token.text), '');
  return needed.test(value);
}

function mostVoted(votes: Float64Array): number {
  let most = 0;
  for (let i = 1; i < votes.length; i += 1) if (votes[i]! > votes[most]!) most = i;
  return most;
}
