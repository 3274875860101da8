import { decodeCharset } from './charset.ts';
import { unfold, type Field } from './fields.ts';
import { decodeWords, type HeaderPiece } from './words.ts';

/** A parameter of Content-Type or Content-Disposition (RFC 2045, 5.1; RFC 2231, 3), put together from all its sections. */
export interface Parameter {
  /** In lower case, without the signs of RFC 2231. */
  readonly name: string;
  readonly value: string;
  /** From the semicolon before the first section; the further sections lie somewhere behind. */
  readonly stretches: readonly { readonly start: number; readonly end: number }[];
}

export interface ParameterField {
  /** What stands before the first semicolon, in lower case. */
  readonly token: string;
  readonly parameters: readonly Parameter[];
}

const SECTION = /;\s*([^\s;=*]{1,60})(?:\*(\d{1,4}))?(\*)?\s*=\s*("(?:[^"\\]|\\[\s\S])*(?:"|$)|[^;]*)/g;

export function readParameters(source: string, { valueStart, valueEnd }: Field): ParameterField {
  const raw = source.slice(valueStart, valueEnd);
  const semicolon = raw.indexOf(';');
  const token = unfold(semicolon < 0 ? raw : raw.slice(0, semicolon))
    .replace(/\([^)]*(?:\)|$)/g, '')
    .trim()
    .toLowerCase();
  const byName = new Map<string, { text: string; coded: boolean; start: number; end: number; order: number }[]>();
  for (const match of raw.matchAll(SECTION)) {
    const [all, name = '', order, star, value = ''] = match;
    const list = byName.get(name.toLowerCase()) ?? [];
    byName.set(name.toLowerCase(), list);
    const start = valueStart + match.index;
    list.push({
      text: unquote(value),
      coded: star !== undefined,
      order: Number(order ?? 0),
      start,
      end: start + all.trimEnd().length,
    });
  }
  const parameters = [...byName].map(([name, sections]) => ({
    name,
    value: joinSections(sections),
    stretches: sections.map(({ start, end }) => ({ start, end })),
  }));
  return { token, parameters };
}

function unquote(raw: string): string {
  const value = unfold(raw).trim();
  if (!value.startsWith('"')) return value;
  return (value.length > 1 && value.endsWith('"') ? value.slice(1, -1) : value.slice(1)).replace(/\\([\s\S])/g, '$1');
}

/** RFC 2231, 4: `charset'language'%C3%BC`; sections with a star are coded. */
function joinSections(sections: readonly { text: string; coded: boolean; order: number }[]): string {
  const sorted = [...sections].sort((a, b) => a.order - b.order);
  if (!sorted.some(({ coded }) => coded)) {
    return decodeWords(decodeCharset(Buffer.from(sorted.map(({ text }) => text).join(''), 'latin1'), ''));
  }
  const [, charset = '', first = ''] = /^([^']*)'[^']*'([\s\S]*)$/.exec(sorted[0]!.text) ?? [null, '', sorted[0]!.text];
  const bytes = sorted.map(({ text, coded }, index) => {
    const part = index === 0 ? first : text;
    return coded
      ? part.replace(/%([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : part;
  });
  return decodeCharset(Buffer.from(bytes.join(''), 'latin1'), charset);
}

/** A parameter as it is written: in quotes, or by RFC 2231 where it is not ASCII. */
export function writeParameter(name: string, value: string): string {
  if (/^[\x20-\x7E]*$/.test(value)) return `; ${name}="${value.replace(/["\\]/g, String.raw`\$&`)}"`;
  const coded = encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `;\r\n ${name}*=utf-8''${coded}`;
}

/** The pieces by which a parameter is rewritten: all its sections become one. */
export function parameterPieces({ name, value, stretches }: Parameter): HeaderPiece[] {
  return stretches.map(({ start, end }, index) => ({
    ...{ start, end },
    text: index === 0 ? value : '',
    write: index === 0 ? (text) => writeParameter(name, text) : () => '',
  }));
}
