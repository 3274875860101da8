import { forEachInTurns } from '../turns.ts';
import { canonicalHash } from './format.ts';

/** Something in a text that is or may once have been a placeholder. */
export interface FoundPlaceholder {
  /** UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** true for `[[category-hash]]` to the letter. */
  readonly exact: boolean;
  /** Its shape leaves no doubt, so it is reported when nobody knows it. */
  readonly clear: boolean;
  /** `category-hash` in any brackets, with a hash that is no word and no number: hardly anything else is written so. */
  readonly likely: boolean;
  /** The hashes it may mean, as {@link canonicalHash} reads them; exactly one when exact. */
  readonly hashes: readonly string[];
}

/** Square brackets and the full-width, CJK and typographic ones that models and editors put in their place. */
const OPENERS = '[［【〔〖〘〚⟦❲⁅';
const CLOSERS = ']］】〕〗〙〛⟧❳⁆';
const NEXT_OPENER = /[[［【〔〖〘〚⟦❲⁅]/g;
const EXACT = /\[\[[a-z][a-z0-9_]{0,30}-([0-9a-hjkmnp-tv-z]{8,26})\]\]/y;

/** Longest body between brackets that is looked at, in code units: keeps the scan linear. */
const LONGEST_BODY = 96;

/** Escapes, emphasis marks and invisible characters (soft hyphen, zero-width, direction marks): they carry no meaning here. */
const INVISIBLE = /[\\*`~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');
const SPACE = /\s/;
const BODY_CHARACTER =
  /[\p{L}\p{M}\p{N}\p{Pd}\u2212\s_:\\*`~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/u;

const SEPARATOR = /[\p{Pd}\u2212:]/u;
const LIKELY_BODY = /^\s*[a-z][a-z0-9_]{0,30}\s*[\p{Pd}\u2212]\s*(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{8,26}\s*$/u;
const CLEAR_BODY = /^\s*[a-z][a-z0-9_]{0,30}\s*[\p{Pd}\u2212]\s*[0-9a-z]{8,26}\s*$/u;

/**
 * Finds exact placeholders and altered ones in one linear pass: any case, spaces, line breaks, Markdown escapes and emphasis,
 * invisible characters, other brackets, one bracket missing on a side, a translated or dropped category, and i, l, o for 1
 * and 0. Whether one means anything is decided by who knows the hashes. Finds do not overlap; an exact one always wins.
 */
export function findPlaceholders(text: string): FoundPlaceholder[] {
  return scanPlaceholders(text, true).found;
}

/** Code units of a long text that are looked through at once. */
const PIECE = 64 * 1024;

/** {@link findPlaceholders} with a turn for everybody else now and then. */
export async function findPlaceholdersInTurns(text: string): Promise<FoundPlaceholder[]> {
  const all: FoundPlaceholder[] = [];
  await forEachInTurns(scansOf(text), ({ found, start }) => {
    for (const find of found) all.push({ ...find, start: find.start + start, end: find.end + start });
  });
  return all;
}

/** Looks through a text piece by piece; finds are told by offsets of their piece, which begins at `start`. */
function* scansOf(text: string): Generator<{ readonly found: readonly FoundPlaceholder[]; readonly start: number }> {
  for (let start = 0; start < text.length;) {
    const isWhole = start + PIECE >= text.length;
    const { found, settled } = scanPlaceholders(text.slice(start, start + PIECE), isWhole);
    yield { found, start };
    start += settled;
  }
}

/** What can be said about the beginning of a text that may go on. */
export interface PlaceholderScan {
  readonly found: FoundPlaceholder[];
  /** Whatever follows the text, nothing before this offset changes; all finds end at or before it. */
  readonly settled: number;
}

/**
 * {@link findPlaceholders} for a text that comes in pieces: what is left after `settled` is to be looked at again, as the beginning of what
 * follows. At most a few hundred code units are left.
 * @param isWhole - true: nothing follows, all is settled
 */
export function scanPlaceholders(text: string, isWhole: boolean): PlaceholderScan {
  const found: FoundPlaceholder[] = [];
  let free = 0;
  const opener = new RegExp(NEXT_OPENER);
  const exact = new RegExp(EXACT);
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const sight = exactAt(exact, text, match.index) ?? alteredAt(text, match.index, free);
    if (sight.isCut && !isWhole) return { found, settled: beforeEscape(text, match.index, free) };
    if (sight.hit === undefined) continue;
    found.push(sight.hit);
    free = sight.hit.end;
    opener.lastIndex = sight.hit.end;
  }
  return { found, settled: isWhole ? text.length : beforeEscape(text, text.length, free) };
}

/** `at`, or one less where the escape of a bracket at `at` would go with it. */
function beforeEscape(text: string, at: number, free: number): number {
  return at > free && text.charAt(at - 1) === '\\' ? at - 1 : at;
}

/** What stands at an opening bracket. */
interface Sight {
  readonly hit: FoundPlaceholder | undefined;
  /** What follows the end of the text could change it. */
  readonly isCut: boolean;
}

function exactAt(pattern: RegExp, text: string, start: number): Sight | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return {
    hit: { start, end: pattern.lastIndex, exact: true, clear: true, likely: true, hashes: [match[1]!] },
    isCut: false,
  };
}

/** `free` is the end of the find before: nothing before it may be taken. */
function alteredAt(text: string, start: number, free: number): Sight {
  const second = skip(text, start + 1, true);
  const openers = isOneOf(OPENERS, text.charAt(second)) ? 2 : 1;
  const bodyStart = openers === 2 ? second + 1 : start + 1;
  const { end: bodyEnd, isCut: isBodyCut } = endOfBody(text, bodyStart);
  if (bodyEnd === undefined) return { hit: undefined, isCut: isBodyCut };
  const next = skip(text, bodyEnd + 1, openers === 2);
  const closers = isOneOf(CLOSERS, text.charAt(next)) ? 2 : 1;
  const body = text.slice(bodyStart, bodyEnd).replace(ALL_INVISIBLE, '').normalize('NFKC').toLowerCase();
  const hashes = possibleHashes(body);
  if (hashes.length === 0) return { hit: undefined, isCut: false };
  return {
    hit: {
      // The escape of the first bracket goes with it.
      start: beforeEscape(text, start, free),
      end: closers === 2 ? next + 1 : bodyEnd + 1,
      exact: false,
      clear: openers === 2 && closers === 2 && CLEAR_BODY.test(body),
      likely: LIKELY_BODY.test(body),
      hashes,
    },
    isCut: next === text.length,
  };
}

/** `character` is empty at the end of a text. */
function isOneOf(characters: string, character: string): boolean {
  return character !== '' && characters.includes(character);
}

/** The first offset from `from` that is no invisible character (nor white space, where that is allowed). */
function skip(text: string, from: number, spaces: boolean): number {
  const limit = Math.min(text.length, from + LONGEST_BODY);
  let at = from;
  while (at < limit && (INVISIBLE.test(text.charAt(at)) || (spaces && SPACE.test(text.charAt(at))))) at += 1;
  return at;
}

/** Offset of the first closing bracket, when only characters of a body stand before it; `isCut`: more text could tell. */
function endOfBody(text: string, from: number): { readonly end: number | undefined; readonly isCut: boolean } {
  const limit = Math.min(text.length, from + LONGEST_BODY);
  for (let at = from; at < limit; at += 1) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    if (CLOSERS.includes(character)) return { end: at, isCut: false };
    if (!BODY_CHARACTER.test(character)) {
      return { end: undefined, isCut: at === text.length - 1 && /[\ud800-\udbff]/.test(character) };
    }
    at += character.length - 1;
  }
  return { end: undefined, isCut: text.length < from + LONGEST_BODY };
}

/**
 * What the hash may be: all after the last separator, all after the first one (a hash that was hyphenated), or the last
 * word (a separator that became a space).
 */
function possibleHashes(body: string): string[] {
  const pieces = body.split(SEPARATOR);
  const words = body.split(/[\s\p{Pd}\u2212:]+/u).filter((word) => word !== '');
  const readings = [pieces.at(-1) ?? '', pieces.slice(1).join(''), words.at(-1) ?? ''];
  const hashes = readings.map((reading) => canonicalHash(reading.replace(/[\s_]+/g, '')));
  return [...new Set(hashes.filter((hash) => hash !== undefined))];
}
