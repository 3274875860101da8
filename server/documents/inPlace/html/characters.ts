import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { SourceUnit } from '../source/sourceText.ts';

/** WHATWG HTML, 13.2.5.72: the longest name of an entity has 31 characters. */
const SPECIAL = /&(?:#[xX]?[0-9a-fA-F]{1,32}|[A-Za-z][A-Za-z0-9]{0,31});?|\r\n?/g;

/**
 * The characters of a stretch of HTML: runs that read as they are written, and one unit for each entity that stands for something.
 * @param content - where the stretch stands: entities without a semicolon count less in attributes
 */
export function* characters(
  source: string,
  start: number,
  end: number,
  content: 'text' | 'attribute',
): Generator<SourceUnit> {
  const raw = source.slice(start, end);
  let at = 0;
  for (const { 0: found, index } of raw.matchAll(SPECIAL)) {
    const text = read(raw, found, index, content);
    if (text === found) continue;
    if (index > at) yield { text: raw.slice(at, index), start: start + at, end: start + index };
    const length = consumed(found, text);
    yield {
      text: text.slice(0, text.length - (found.length - length)),
      start: start + index,
      end: start + index + length,
    };
    at = index + length;
  }
  if (at < raw.length) yield { text: raw.slice(at), start: start + at, end };
}

function read(raw: string, found: string, index: number, content: 'text' | 'attribute'): string {
  if (found.startsWith('\r')) return '\n';
  if (content === 'attribute' && !found.endsWith(';') && !found.startsWith('&#')) {
    // `?a=1&copy=2`: what looks like an entity is the name of a parameter.
    return raw[index + found.length] === '=' ? found : decodeHTMLAttribute(found);
  }
  return decodeHTML(found);
}

/** How many characters of `&notit` the entity takes: those that the text does not end with. */
function consumed(found: string, text: string): number {
  if (found.startsWith('\r') || found.endsWith(';') || found.startsWith('&#')) return found.length;
  let same = 0;
  while (same < text.length - 1 && text.at(-1 - same) === found.at(-1 - same)) same += 1;
  return found.length - same;
}

const ESCAPES: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

export const escapeText = (text: string): string => clean(text).replace(/[&<>]/g, (sign) => ESCAPES[sign]!);
export const escapeAttribute = (text: string): string => clean(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);
/** For attributes without quotes. */
export const escapeUnquoted = (text: string): string =>
  escapeAttribute(text).replace(/[\s=`]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** HTML cannot hold U+0000, and no encoding holds halves of surrogate pairs. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '');

const CODED = /(?:%[0-9A-Fa-f]{2})+/y;

/** Reads percent-encoded characters of an address (RFC 3986, 2.1); those that are no UTF-8, and an encoded percent sign, stay as they are. */
export function addressUnits(units: Iterable<SourceUnit>): SourceUnit[] {
  const single: SourceUnit[] = [];
  for (const { text, start, end } of units) {
    if (text.length !== end - start) single.push({ text, start, end });
    else
      for (let at = 0; at < text.length; at += 1)
        single.push({ text: text[at]!, start: start + at, end: start + at + 1 });
  }
  const result: SourceUnit[] = [];
  const whole = single.map(({ text }) => text[0] ?? '').join('');
  for (let at = 0; at < single.length; at += 1) {
    CODED.lastIndex = at;
    const coded = CODED.exec(whole)?.[0];
    if (coded === undefined) {
      result.push(single[at]!);
      continue;
    }
    for (const { text, length } of decodePercent(coded)) {
      result.push({ text, start: single[at]!.start, end: single[at + length - 1]!.end });
      at += length;
    }
    at -= 1;
  }
  return result;
}

/** The characters of a run of percent codes, one after the other. */
function* decodePercent(coded: string): Generator<{ text: string; length: number }> {
  for (let at = 0; at < coded.length;) {
    const lead = Number.parseInt(coded.slice(at + 1, at + 3), 16);
    const bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const part = coded.slice(at, at + 3 * bytes);
    let text = part;
    try {
      text = decodeURIComponent(part);
    } catch {
      // No UTF-8: the first code stays as it is.
    }
    if (text === part || lead < 0x20 || text === '%') {
      yield { text: coded.slice(at, at + 3), length: 3 };
      at += 3;
    } else {
      yield { text, length: part.length };
      at += part.length;
    }
  }
}
