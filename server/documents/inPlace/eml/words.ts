import { decodeCharset } from './charset.ts';

/** A stretch of a field's value that is rewritten as a whole. Offsets into the string of bytes. */
export interface HeaderPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The new text as bytes. */
  readonly write: (text: string) => string;
}

const ENCODED = String.raw`=\?[!-<>@-~]{1,80}\?[bBqQ]\?[!->@-~]*\?=`;
/** RFC 2047, 2: words that follow each other read without the space between them. */
const ENCODED_RUN = new RegExp(String.raw`${ENCODED}(?:(?:[\t ]|\r?\n[\t ])+${ENCODED})*`, 'g');
const STRUCTURED = new RegExp(String.raw`${ENCODED_RUN.source}|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)`, 'g');
const ENCODED_WORD = /=\?([!-<>@-~]{1,80})\?([bBqQ])\?([!->@-~]*)\?=/g;

/**
 * The pieces of a field's value in reading order: what is written plainly, encoded words and quoted strings, each without its signs.
 * @param structured - whether quoted strings mean their content (addresses) or what they show (subjects)
 */
export function headerPieces(source: string, start: number, end: number, structured: boolean): HeaderPiece[] {
  const value = source.slice(start, end);
  // The space behind the colon is none of the value's.
  const begin = value.length - value.trimStart().length;
  const pieces: HeaderPiece[] = [];
  let at = begin;
  let afterWords = false;
  const plain = (to: number, beforeWords: boolean) => {
    if (to <= at) return;
    const neighbours = { afterWords, beforeWords };
    const write: HeaderPiece['write'] = (text) => writePlain(text, neighbours);
    pieces.push({ text: readPlain(value.slice(at, to)), start: start + at, end: start + to, write });
  };
  for (const { 0: found, index } of value.matchAll(structured ? STRUCTURED : ENCODED_RUN)) {
    const isQuoted = found.startsWith('"');
    plain(index, !isQuoted);
    const place = { start: start + index, end: start + index + found.length };
    pieces.push(
      isQuoted
        ? { text: readQuoted(found), ...place, write: writeQuoted }
        : { text: decodeWords(found), ...place, write: writeWords },
    );
    at = index + found.length;
    afterWords = !isQuoted;
  }
  plain(value.length, false);
  return pieces;
}

const isAscii = (text: string): boolean => /^[\x20-\x7E\t\r\n]*$/.test(text);
const readPlain = (raw: string): string => decodeCharset(Buffer.from(raw.replace(/\r?\n(?=[\t ])/g, ''), 'latin1'), '');

/** What lies between pieces: white space between two encoded words is none of the text's (RFC 2047, 6.2). */
interface Neighbours {
  readonly afterWords: boolean;
  readonly beforeWords: boolean;
}

/** Signs that mean something in an address stay as they are, so that programs still see which part is the address. */
const BETWEEN_WORDS = /([\s<>,;:()"@]+)/;

/** Characters of a line from which on it is folded; RFC 5322, 2.1.1 wants at most 78, and allows 998. */
const LINE_CHARACTERS = 60;

function writePlain(text: string, { afterWords, beforeWords }: Neighbours): string {
  const parts = text.split(BETWEEN_WORDS);
  const written: string[] = [];
  let column = 0;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    if (isAscii(part)) {
      const isFolded = column > LINE_CHARACTERS && /^\S* $/.test(part) && Boolean(parts[at + 1]);
      written.push(isFolded ? `${part.trimEnd()}\r\n ` : oneLine(part));
      column = isFolded ? 1 : column + part.length;
      continue;
    }
    const first = at;
    // Words with nothing but white space between them are encoded together, or it would be lost.
    while (parts[at + 1]?.trim() === '' && !isAscii(parts[at + 2] ?? '')) at += 2;
    const before = afterWords && first <= 2 && parts.slice(0, first).join('').trim() === '' ? written.join('') : '';
    const rest = parts.slice(at + 1, at + 3).join('');
    const after = beforeWords && parts.length <= at + 3 && rest.trim() === '' ? rest : '';
    const words = encodeWords(before + parts.slice(first, at + 1).join('') + after);
    written.push(words);
    column += words.length;
  }
  return written.join('');
}
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

function readQuoted(raw: string): string {
  const text = readPlain(raw.length > 1 && raw.endsWith('"') ? raw.slice(1, -1) : raw.slice(1)).replace(
    /\\([\s\S])/g,
    '$1',
  );
  // Many programs encode inside quotes, though RFC 2047 (5) forbids it.
  return decodeWords(text);
}
const writeQuoted = (text: string): string =>
  isAscii(text) ? `"${oneLine(text).replace(/["\\]/g, String.raw`\$&`)}"` : encodeWords(text);

/** Texts without a sign that means something in an address are written as they are. */
const writeWords = (text: string): string =>
  /^(?:[A-Za-z0-9[\]_.-]+(?: [A-Za-z0-9[\]_.-]+)*)?$/.test(text) ? text : encodeWords(text);

/** Decodes encoded words; characters may be split over words of one encoding. */
export function decodeWords(text: string): string {
  const parts: string[] = [];
  let at = 0;
  let charset: string | null = null;
  let bytes: Buffer[] = [];
  const flush = () => {
    if (charset !== null) parts.push(decodeCharset(Buffer.concat(bytes), charset));
    charset = null;
    bytes = [];
  };
  for (const { 0: found, 1: label = '', 2: kind = '', 3: content = '', index } of text.matchAll(ENCODED_WORD)) {
    const between = text.slice(at, index);
    // RFC 2231, 5: a language may follow the charset.
    const named = label.replace(/\*.*/, '').toLowerCase();
    const wasWord = charset !== null;
    if (named !== charset || between.trim() !== '') flush();
    if (!wasWord || between.trim() !== '') parts.push(between);
    charset = named;
    bytes.push(/b/i.test(kind) ? Buffer.from(content, 'base64') : decodeQ(content));
    at = index + found.length;
  }
  flush();
  return parts.join('') + text.slice(at);
}

const decodeQ = (content: string): Buffer =>
  Buffer.from(
    content
      .replaceAll('_', ' ')
      .replace(/=([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** RFC 2047, 2: a word has 75 characters at most; 45 bytes make 60 of Base64. */
const WORD_BYTES = 45;

/** Encoded words in UTF-8, folded between them; characters stay whole. */
export function encodeWords(text: string): string {
  const words: string[] = [];
  let word = '';
  let bytes = 0;
  const end = () => {
    if (word !== '') words.push(`=?utf-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`);
    word = '';
    bytes = 0;
  };
  for (const character of text.toWellFormed()) {
    const size = Buffer.byteLength(character);
    if (bytes + size > WORD_BYTES) end();
    word += character;
    bytes += size;
  }
  end();
  return words.join('\r\n ');
}
