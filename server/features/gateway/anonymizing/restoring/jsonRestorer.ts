import { scanPlaceholders, type FoundPlaceholder } from '../../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../../core/placeholders/restore.ts';
import { numberOf, type RestoreBook } from './book.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';

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
  /** The first characters: they tell whether the string holds JSON itself. */
  head: string;
}

/** A string that holds an object or a list, and no placeholder. */
const HOLDS_JSON = /^\s*(?:\{\s*"|\[\s*(?:"|\{\s*"))/;
const HEAD_LENGTH = 16;

/**
 * Restores the strings of a JSON text that comes in pieces: originals are escaped, so that valid JSON stays valid, and all else keeps its
 * spelling. A string that is nothing but the placeholder of a number becomes that number again; one that is the alias of a name, the name.
 * In a string that holds JSON itself originals are escaped twice.
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
        literal = { units: [], isName: structure.expectsName(), hasBegun: false, head: '' };
        at = quote + 1;
      } else if (input[at] === '"') {
        out += leave(literal, book, true);
        literal = null;
        at += 1;
      } else {
        const unit = unitAt(input, at);
        if (unit === undefined) break;
        literal.units.push(unit);
        if (literal.head.length < HEAD_LENGTH) literal.head += unit.value;
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
      const rest = open === null ? outside.end() + unread : `${open.hasBegun ? '' : '"'}${rawOf(open.units)}${unread}`;
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

/** Takes what is certain out of a string, with its quotes; `isWhole`: its closing quote was read. */
function leave(literal: Literal, book: RestoreBook, isWhole: boolean): string {
  const { units } = literal;
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
    out += rawOf(units.slice(at, find.start)) + escaped(HOLDS_JSON.test(literal.head) ? escaped(original) : original);
    at = find.end;
  }
  out += rawOf(units.slice(at, settled));
  literal.hasBegun ||= settled > 0;
  units.splice(0, settled);
  return isWhole ? `${out}"` : out;
}

/** A text as a JSON string writes it, without its quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
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
