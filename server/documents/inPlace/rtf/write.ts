const WORD_BEFORE = /\\[A-Za-z]{1,32}(?:-?\d{1,10})?$/;
const LONGEST_WORD = 44;

/** RTF ends a control word where something else begins: nothing may come to stand behind one that would be read as part of it. */
export const gap = (source: string, start: number): string =>
  WORD_BEFORE.test(source.slice(Math.max(0, start - LONGEST_WORD), start)) ? '{}' : '';

const escapeRtf = (value: string): string =>
  value
    .replace(/[\\{}]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n/g, String.raw`\line `)
    .replaceAll('\t', String.raw`\tab `)
    .replace(/[^\x20-\x7E]/g, (character) => `{\\uc1\\u${String((character.charCodeAt(0) << 16) >> 16)} ?}`);

/** A text as it stands at a place of the source; characters beyond ASCII are written as `\u`. */
export const wordsAt = (source: string, start: number, value: string): string =>
  value === '' ? gap(source, start) : `{${escapeRtf(value)}}`;

/** The same in a table of names, where a name is no group. */
export const nameAt = (source: string, start: number, value: string): string =>
  (/^[^A-Za-z0-9-]/.test(value) ? '' : gap(source, start)) + escapeRtf(value);
