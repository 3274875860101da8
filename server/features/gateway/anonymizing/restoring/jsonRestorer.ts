import { scanPlaceholders, type FoundPlaceholder } from '../../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../../core/placeholders/restore.ts';
import { numberOf, type RestoreBook } from './book.ts';
import { createTextStart, type TextStart } from './jsonStart.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';
import { createPlainRestorer } from './plainRestorer.ts';

const NONE: RestoreBook['numbers'] = new Set();
const NO_NAMES: RestoreBook['names'] = new Map();

/** Characters behind a backslash in a JSON string (RFC 8259, 7). */
const ESCAPED: Readonly<Record<string, string>> = Object.freeze({
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
});

/** One UTF-16 code unit of a string and how the JSON text writes it. */
interface Unit {
  readonly value: string;
  readonly raw: string;
}

/** A string that is being read. */
interface Literal {
  readonly units: Unit[];
  /** The name of a property: a number would be no name. */
  readonly isName: boolean;
  /** Units that have left already. */
  hasBegun: boolean;
  /** Until the first characters of the string tell whether it holds JSON itself. */
  startOf: ((piece: string) => TextStart) | null;
  /** Restores the JSON that the string holds. */
  inner: PieceRestorer | null;
}

/**
 * Restores the strings of a JSON text that comes in pieces: originals are escaped, so that valid JSON stays valid, and all else keeps its
 * spelling. A string that is nothing but the placeholder of a number becomes that number again; one that is the alias of a name, the name.
 * In a string that holds JSON itself originals are escaped twice; of its characters only those stay escaped that have to be.
 * @param outside - restores what stands between the strings; without it that passes through
 */
export function createJsonRestorer(book: RestoreBook, outside: PieceRestorer = UNTOUCHED): PieceRestorer {
  if (book.originals.size === 0 && book.names.size === 0) return UNTOUCHED;
  /** What cannot be read yet: the beginning of an escape. */
  let unread = '';
  let literal: Literal | null = null;
  const structure = createStructure();

  const write = (text: string): string => {
    const input = unread + text;
    let out = '';
    let at = 0;
    while (at < input.length) {
      if (literal === null) {
        const quote = input.indexOf('"', at);
        const between = input.slice(at, quote === -1 ? input.length : quote);
        structure.pass(between);
        out += outside.push(between);
        if (quote === -1) return done(out, '');
        out += outside.end();
        literal = {
          units: [],
          isName: structure.expectsName(),
          hasBegun: false,
          startOf: createTextStart(),
          inner: null,
        };
        at = quote + 1;
      } else if (input[at] === '"') {
        out += leave(literal, book, true);
        literal = null;
        at += 1;
      } else {
        const unit = unitAt(input, at);
        if (unit === undefined) break;
        literal.units.push(unit);
        noteStart(literal, unit, book);
        at += unit.raw.length;
      }
    }
    if (literal !== null) out += leave(literal, book, false);
    return done(out, input.slice(at));
  };
  const done = (out: string, rest: string) => {
    unread = rest;
    return out;
  };

  return {
    push: write,
    end() {
      // A string without its end: what was held back leaves as it came.
      const open: Literal | null = literal;
      const held = open === null ? outside.end() : `${open.hasBegun ? '' : '"'}${rawOf(open.units)}`;
      const rest = `${held}${escaped(open?.inner?.end() ?? '')}${unread}`;
      literal = null;
      unread = '';
      return rest;
    },
  };
}

/** Follows objects and lists, to tell names of properties from values. */
function createStructure() {
  const open: string[] = [];
  let last = '';
  return {
    /** Text between two strings. */
    pass(text: string) {
      for (const [mark] of text.matchAll(/[{}[\],:]/g)) {
        if (mark === '{' || mark === '[') open.push(mark);
        else if (mark === '}' || mark === ']') open.pop();
        last = mark;
      }
    },
    expectsName: () => open.at(-1) === '{' && last !== ':',
  };
}

/** Restores a text that is JSON as a whole: also what stands outside of its strings, in case it is none after all. */
export function createJsonValueRestorer(originals: RestoreBook['originals']): PieceRestorer {
  return createJsonRestorer({ originals, numbers: NONE, names: NO_NAMES }, createPlainRestorer(originals));
}

/** {@link createJsonRestorer} for a whole text. */
export function restoreJsonText(text: string, book: RestoreBook): string {
  const restorer = createJsonRestorer(book);
  return restorer.push(text) + restorer.end();
}

/** The unit that begins at `at`; undefined when its escape is not complete. */
function unitAt(input: string, at: number): Unit | undefined {
  const first = input.charAt(at);
  if (first !== '\\') return { value: first, raw: first };
  const kind = input.charAt(at + 1);
  if (kind === '') return undefined;
  if (kind !== 'u') return { value: ESCAPED[kind] ?? kind, raw: first + kind };
  const digits = input.slice(at + 2, at + 6);
  if (/^[0-9a-f]{4}$/i.test(digits)) {
    return { value: String.fromCharCode(Number.parseInt(digits, 16)), raw: input.slice(at, at + 6) };
  }
  // Four digits may still come; anything else is no escape, and no JSON.
  return digits.length < 4 && /^[0-9a-f]*$/i.test(digits) ? undefined : { value: first, raw: first };
}

/** Looks whether a string holds JSON itself. */
function noteStart(literal: Literal, { value }: Unit, { originals }: RestoreBook): void {
  const start = literal.startOf?.(value);
  if (start === undefined || start === 'untold' || start === 'list') return;
  literal.startOf = null;
  if (start === 'json' && originals.size > 0) literal.inner = createJsonValueRestorer(originals);
}

/** {@link leave} for a string that holds JSON itself. */
function leaveInner(literal: Literal, inner: PieceRestorer, isWhole: boolean): string {
  const { units, hasBegun } = literal;
  const text = inner.push(units.map((unit) => unit.value).join('')) + (isWhole ? inner.end() : '');
  units.length = 0;
  literal.hasBegun = true;
  return `${hasBegun ? '' : '"'}${escaped(text)}${isWhole ? '"' : ''}`;
}

/** Takes what is certain out of a string, with its quotes; `isWhole`: its closing quote was read. */
function leave(literal: Literal, book: RestoreBook, isWhole: boolean): string {
  const { units } = literal;
  if (literal.inner !== null) return leaveInner(literal, literal.inner, isWhole);
  if (literal.startOf !== null && !isWhole) return '';
  const value = units.map((unit) => unit.value).join('');
  if (!literal.hasBegun) {
    const whole = isWhole ? wholeValue(literal, value, book) : undefined;
    if (whole !== undefined) return whole;
    if (!isWhole && mayBeWhole(literal, value, book)) return '';
  }
  const { found, settled } = book.originals.size === 0 ? unchanged(value) : scanPlaceholders(value, isWhole);
  let out = literal.hasBegun || (settled === 0 && !isWhole) ? '' : '"';
  let at = 0;
  for (const find of found) {
    const original = resolvePlaceholder(find, book.originals);
    if (original === undefined) continue;
    out += rawOf(units.slice(at, find.start)) + escaped(original);
    at = find.end;
  }
  out += rawOf(units.slice(at, settled));
  literal.hasBegun ||= settled > 0;
  units.splice(0, settled);
  return isWhole ? `${out}"` : out;
}

/** A text as a JSON string writes it, without its quotes; unit by unit, so that pieces can be put together. */
function escaped(text: string): string {
  return text.replace(/["\\\0-\x1f]/g, (unit) => JSON.stringify(unit).slice(1, -1));
}

function unchanged(value: string): { found: FoundPlaceholder[]; settled: number } {
  return { found: [], settled: value.length };
}

function rawOf(units: readonly Unit[]): string {
  return units.map(({ raw }) => raw).join('');
}

/** What a whole string becomes that stands for a number or a name. */
function wholeValue({ isName }: Literal, value: string, book: RestoreBook): string | undefined {
  const name = book.names.get(value);
  if (name !== undefined) return JSON.stringify(name);
  return isName ? undefined : wholeNumber(value, book);
}

/** The number that a string which is nothing but its placeholder stands for. */
export function wholeNumber(value: string, book: RestoreBook): string | undefined {
  if (book.numbers.size === 0) return undefined;
  const [find, ...more] = scanPlaceholders(value, true).found;
  if (find === undefined || more.length > 0 || find.start !== 0 || find.end !== value.length) return undefined;
  return numberOf(find, book);
}

/** true while a string that begins like this may still become what {@link wholeValue} knows. */
function mayBeWhole({ isName }: Literal, value: string, book: RestoreBook): boolean {
  for (const alias of book.names.keys()) if (alias.startsWith(value)) return true;
  if (isName || book.numbers.size === 0) return false;
  const { found, settled } = scanPlaceholders(value, false);
  if (settled === 0) return true;
  const [find] = found;
  return find?.start === 0 && find.end === value.length && numberOf(find, book) !== undefined;
}
