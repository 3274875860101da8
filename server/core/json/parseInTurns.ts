import { MOST_JSON_LEVELS, nestsTooDeep } from '../jsonDepth.ts';
import { createPause } from '../turns.ts';

/** Code units that are parsed at once: some milliseconds, whatever they say. */
const PIECE = 128 * 1024;

/** Objects and lists of the text nest deeper than is allowed. */
export class TooDeepError extends Error {}

/**
 * `JSON.parse`, with a turn for everybody else now and then: a text of 64 MiB would hold the thread for a second. Of a long text, no number and no name may have
 * more than a hundred thousand characters.
 * @param mostLevels - that objects and lists may nest
 * @throws SyntaxError as `JSON.parse` does, whose message may quote the text; TooDeepError
 */
export async function parseJsonInTurns(text: string, mostLevels = MOST_JSON_LEVELS): Promise<unknown> {
  if (text.length > PIECE) return new Parser(text, mostLevels).parse();
  if (nestsTooDeep(text, mostLevels)) throw new TooDeepError();
  return JSON.parse(text) as unknown;
}

/** A list or an object that is larger than a piece: some members are parsed at once, and a large one by itself. */
interface Open {
  readonly close: ']' | '}';
  readonly value: unknown[] | Record<string, unknown>;
  /** Of an object, the name of the member that is being read. */
  name: string;
  hasMembers: boolean;
}

/** Of a list or an object whose members are still to be read. */
const STARTED = Symbol('started');

class Parser {
  readonly #text: string;
  readonly #mostLevels: number;
  readonly #open: Open[] = [];
  #at = 0;
  readonly #pause = createPause();

  constructor(text: string, mostLevels: number) {
    this.#text = text;
    this.#mostLevels = mostLevels;
  }

  async parse(): Promise<unknown> {
    let value = await this.#value();
    for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) {
      if (value === STARTED) {
        value = await this.#members(open);
        continue;
      }
      add(open, open.name, value);
      await this.#skipSpace();
      value = STARTED;
      if (this.#text[this.#at] === open.close) value = this.#end(open);
      else this.#take(',');
    }
    await this.#skipSpace();
    if (this.#at < this.#text.length) throw invalid();
    return value;
  }

  /** Parses the members that fit into a piece, or begins a larger one. */
  async #members(open: Open): Promise<unknown> {
    await this.#pause();
    const piece = this.#text.slice(this.#at, this.#at + PIECE);
    const { end, isLast } = wholeMembers(piece, this.#mostLevels - this.#open.length);
    if (end === 0 && !isLast) return this.#largeMember(open);
    const inner = piece.slice(0, end);
    if (/\S/.test(inner)) {
      const parsed = JSON.parse(open.close === ']' ? `[${inner}]` : `{${inner}}`) as Record<string, unknown>;
      for (const name of Object.keys(parsed)) add(open, name, parsed[name]);
    } else if (!isLast || open.hasMembers) throw invalid();
    this.#at += end;
    if (isLast) return this.#end(open);
    this.#take(',');
    return STARTED;
  }

  async #largeMember(open: Open): Promise<unknown> {
    if (open.close === '}') {
      await this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw invalid();
      open.name = await this.#string();
      await this.#skipSpace();
      this.#take(':');
    }
    return this.#value();
  }

  async #value(): Promise<unknown> {
    await this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '[' || first === '{') {
      if (this.#open.length === this.#mostLevels) throw new TooDeepError();
      this.#at += 1;
      const value = first === '[' ? [] : {};
      this.#open.push({ close: first === '[' ? ']' : '}', value, name: '', hasMembers: false });
      return STARTED;
    }
    // A number or a word, or something that means nothing to the parser either.
    const piece = this.#text.slice(this.#at, this.#at + PIECE);
    const length = piece.search(/[\s,\]}]|$/);
    if (length === PIECE) throw invalid();
    this.#at += length;
    return JSON.parse(piece.slice(0, length)) as unknown;
  }

  /** The string that begins here, decoded piece by piece. */
  async #string(): Promise<string> {
    const parts: string[] = [];
    for (let start = this.#at + 1; ;) {
      const piece = this.#text.slice(start, start + PIECE);
      const quote = closingQuote(piece, 0);
      if (quote === -1 && piece.length < PIECE) throw invalid();
      const end = quote === -1 ? beforeEscape(piece) : quote;
      parts.push(JSON.parse(`"${piece.slice(0, end)}"`) as string);
      start += end;
      if (quote !== -1) {
        this.#at = start + 1;
        return parts.join('');
      }
      await this.#pause();
    }
  }

  /** Takes the bracket that closes a list or an object. */
  #end(open: Open): unknown {
    this.#take(open.close);
    this.#open.pop();
    return open.value;
  }

  #take(character: string): void {
    if (this.#text[this.#at] !== character) throw invalid();
    this.#at += 1;
  }

  async #skipSpace(): Promise<void> {
    for (;;) {
      const piece = this.#text.slice(this.#at, this.#at + PIECE);
      const length = piece.search(/[^\t\n\r ]|$/);
      this.#at += length;
      if (length < PIECE) return;
      await this.#pause();
    }
  }
}

function add(open: Open, name: string, value: unknown): void {
  open.hasMembers = true;
  if (Array.isArray(open.value)) open.value.push(value);
  // To JSON it is a name as any other.
  else if (name !== '__proto__') open.value[name] = value;
  else Object.defineProperty(open.value, name, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Where the members end that stand whole in a piece: before the last comma between two of them, or before the bracket that closes their list.
 * @param mostLevels - that lists and objects in them may nest
 */
function wholeMembers(piece: string, mostLevels: number): { readonly end: number; readonly isLast: boolean } {
  let level = 0;
  let end = 0;
  for (let at = 0; at < piece.length; at += 1) {
    switch (piece.charCodeAt(at)) {
      case 0x22: // "
        at = closingQuote(piece, at + 1);
        if (at === -1) return { end, isLast: false };
        break;
      case 0x5b: // [
      case 0x7b: // {
        level += 1;
        if (level > mostLevels) throw new TooDeepError();
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (level === 0) return { end: at, isLast: true };
        level -= 1;
        break;
      case 0x2c: // ,
        if (level === 0) end = at;
    }
  }
  return { end, isLast: false };
}

/** Offset of the quote that ends the string whose inner text goes on at `from`, where no escape does; -1: it does not end in the piece. */
function closingQuote(piece: string, from: number): number {
  for (let quote = piece.indexOf('"', from); quote !== -1; quote = piece.indexOf('"', quote + 1)) {
    if (backslashesBefore(piece, quote) % 2 === 0) return quote;
  }
  return -1;
}

/** Where a piece of a string may be cut: no escape goes over it. */
function beforeEscape(piece: string): number {
  const longest = '\\u0000'.length;
  for (let at = piece.length - longest + 1; at < piece.length; at += 1) {
    if (piece[at] !== '\\' || backslashesBefore(piece, at) % 2 !== 0) continue;
    if (at + (piece[at + 1] === 'u' ? longest : 2) > piece.length) return at;
  }
  return piece.length;
}

function backslashesBefore(piece: string, end: number): number {
  let start = end;
  while (start > 0 && piece.charCodeAt(start - 1) === 0x5c) start -= 1;
  return end - start;
}

function invalid(): SyntaxError {
  return new SyntaxError('not valid JSON');
}
