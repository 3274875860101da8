import { applyReplacements } from '../../../core/placeholders/apply.ts';
import type { SourceUnit } from '../source/sourceText.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import { isPictureAddress } from './dataAddresses.ts';
import type { Stretch } from './tags.ts';

/** Names of fonts that are names of people too. */
const FONTS = /Times New Roman|(?<=[:,;"'\s])Georgia(?=\s*[,;"'}&])/g;

/** Markup without such names; offsets stay. Not for text that people read. */
export const withoutFontNames = (markup: string): string => markup.replace(FONTS, (name) => '\0'.repeat(name.length));

/** A text with the forbidden values in it replaced; `count` says how many. */
export function swept(text: string, sweeper: Sweeper): { readonly text: string; readonly count: number } {
  const found = sweeper.extend(withoutFontNames(text), []);
  if (found.length === 0) return { text, count: 0 };
  const placements = found.map(({ start, end, text: placeholder }) => ({ start, end, placeholder }));
  return { text: applyReplacements(text, placements).text, count: found.length };
}

// Comments, addresses, strings and what separates declarations (CSS Syntax 3, 4.3). Each ends at the end of the style at the latest, so that the
// time stays linear.
const TOKEN =
  /(\/\*[\s\S]*?(?:\*\/|$))|url\(((?:\s*"[^"]*"\s*|\s*'[^']*'\s*|[^)]*))(?:\)|$)|"([^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)(?:"|(?=\n)|\\?$)|'([^'\\\n]*(?:\\[\s\S][^'\\\n]*)*)(?:'|(?=\n)|\\?$)|(@import\b)|([;{}])/gi;
const ESCAPE = /\\(?:([0-9a-fA-F]{1,6})[ \t\n\f]?|(\n|[\s\S]))/g;
/** Addresses inside the same document or message. */
const INTERNAL = /^(?:#|cid:)/i;
/** Declarations whose strings are shown. */
const SHOWN = /(?:^|\s)(?:content|list-style(?:-type)?|string-set|--[\w-]+|mso-(?:header|footer)-data)\s*:/i;
/** Strings outside of `url()` that are addresses, as in `image-set("…" 2x)`. */
const ADDRESS = /^\s*(?:data:|https?:|\/\/)/i;
const LETTER = /[\p{L}\p{N}]/u;

/** A change of a style. */
interface StyleEdit extends Stretch {
  readonly css: string;
}

/** What stands in a style sheet. Offsets into its source, UTF-16 code units. */
export interface ScannedStyle {
  /** Strings with words for people, inside the quotes. */
  readonly strings: readonly Stretch[];
  /** Addresses that are pictures. */
  readonly pictures: readonly string[];
  readonly comments: readonly Stretch[];
  /** What is fetched when the page is shown. */
  readonly fetched: readonly (Stretch & { readonly address: string })[];
  readonly imports: readonly Stretch[];
}

/** Reads a style sheet, or a style attribute. */
export function scanStyle(source: string): ScannedStyle {
  const strings: Stretch[] = [];
  const pictures: string[] = [];
  const comments: Stretch[] = [];
  const fetched: (Stretch & { readonly address: string })[] = [];
  const imports: Stretch[] = [];
  let importing: number | null = null;
  let begin = 0;
  /** Whether the strings of the declaration that is read are shown; null: not known yet. */
  let shown: boolean | null = null;
  const fetch = (stretch: Stretch, address: string) => {
    if (isPictureAddress(address)) pictures.push(address);
    fetched.push({ ...stretch, address });
  };
  for (const match of source.matchAll(TOKEN)) {
    const [all, comment, url, double, single, rule, sign] = match;
    const [start, end] = [match.index, match.index + all.length];
    if (comment !== undefined) {
      if (importing === null) comments.push({ start, end });
    } else if (rule !== undefined) importing ??= start;
    else if (sign !== undefined) {
      if (importing !== null) imports.push({ start: importing, end: sign === ';' ? end : start });
      importing = null;
      begin = end;
      shown = null;
    } else if (importing !== null) continue;
    else if (url !== undefined) {
      const address = url.trim().replace(/^["']|["']$/g, '');
      if (address !== '' && !INTERNAL.test(address)) fetch({ start: start + 4, end: start + 4 + url.length }, address);
    } else {
      const text = double ?? single!;
      const stretch = { start: start + 1, end: start + 1 + text.length };
      shown ??= isShown(source.slice(begin, start));
      if (ADDRESS.test(text)) fetch(stretch, text);
      else if (shown && LETTER.test(text)) strings.push(stretch);
    }
  }
  if (importing !== null) imports.push({ start: importing, end: source.length });
  return { strings, pictures, comments, fetched, imports };
}

/** @param head - of a declaration, or of a selector: its strings are texts of elements */
const isShown = (head: string): boolean => SHOWN.test(head) || head.lastIndexOf('[') > head.lastIndexOf(']');

export interface CleanStyle {
  readonly edits: readonly StyleEdit[];
  readonly comments: number;
  /** Addresses that are fetched when the page is shown. */
  readonly external: number;
  /** Pictures in addresses that nobody could read. */
  readonly unread: number;
  readonly values: number;
}

/**
 * A style without comments, without what is fetched from elsewhere and without values.
 * @param pictures - what comes in the place of addresses that are pictures
 */
export function cleanStyle(
  source: string,
  { strings, comments, fetched, imports }: ScannedStyle,
  sweeper: Sweeper,
  pictures: ReadonlyMap<string, string>,
): CleanStyle {
  const edits: StyleEdit[] = [
    ...comments.map((stretch) => ({ ...stretch, css: ' ' })),
    ...imports.map((stretch) => ({ ...stretch, css: '' })),
    ...fetched.map(({ start, end, address }) => ({ start, end, css: pictures.get(address) ?? '' })),
  ];
  const kept = fetched.filter(({ address }) => pictures.has(address)).length;
  const unread = fetched.filter(({ address }) => !pictures.has(address) && /^\s*data:image\//i.test(address)).length;
  // Strings with words are text, in which values are replaced where the text is written.
  const rest = blanked(source, [...edits, ...strings]);
  const found = sweeper.extend(withoutFontNames(rest), []);
  const counts = { comments: comments.length, external: imports.length + fetched.length - kept - unread, unread };
  if (rest.includes('\\') && sweeper.leaksText(withoutFontNames(unescaped(rest)))) {
    // A value is spelled in escapes: nothing of such a style is kept.
    return { edits: [{ start: 0, end: source.length, css: '' }], ...counts, values: found.length + 1 };
  }
  for (const { start, end, text } of found) edits.push({ start, end, css: text });
  return { edits, ...counts, values: found.length };
}

/** The source without some stretches; offsets stay. */
function blanked(source: string, stretches: readonly Stretch[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(source.slice(at, start), '\0'.repeat(end - start));
    at = end;
  }
  return parts.join('') + source.slice(at);
}

function characterOf(code: string | undefined, sign: string | undefined): string {
  // A line break that is escaped is none.
  if (code === undefined) return sign === '\n' ? '' : (sign ?? '');
  const point = Number.parseInt(code, 16);
  return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(point);
}

const unescaped = (css: string): string =>
  css.replace(ESCAPE, (_all, code: string | undefined, sign: string | undefined) => characterOf(code, sign));

/** The characters of a string in a style: runs that read as they are written, and one unit for each escape. @param from - offset of the style */
export function* stringUnits(css: string, { start, end }: Stretch, from: number): Generator<SourceUnit> {
  const raw = css.slice(start, end);
  const base = from + start;
  let at = 0;
  for (const { 0: found, 1: code, 2: sign, index } of raw.matchAll(ESCAPE)) {
    if (index > at) yield { text: raw.slice(at, index), start: base + at, end: base + index };
    at = index + found.length;
    yield { text: characterOf(code, sign), start: base + index, end: base + at };
  }
  if (at < raw.length) yield { text: raw.slice(at), start: base + at, end: base + raw.length };
}

/** A text as it stands in a string; angle brackets might end the element around it. */
export const escapeString = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/["'\\<>&\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `);
