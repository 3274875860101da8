import type { SheetCell, ViewRow } from '../../../contract/documentView.ts';
import type { SheetView } from '../office/xlsx.ts';
import type { Stretch } from '../office/tags.ts';
import { columnWidths } from './columns.ts';

/** Separators that spreadsheets write. */
const SEPARATORS = Object.freeze([',', ';', '\t', '|']);
const SAMPLE = Object.freeze({ characters: 20_000, rows: 20, widthRows: 500 });
const MOST_COLUMNS = 500;
const MOST_CELLS = 1_000_000;
/** Width of a character of a cell, what stands around it, and bounds, in points. */
const CHARACTER = 5.7;
const ROOM = 12;
const WIDTHS = Object.freeze({ least: 40, most: 280 });
const NUMBER = /^[-+]?(?=[.,' \u00a0]*\d)[\d.,' \u00a0]*\s?[%€$£]?$/;

/** A table of separated values (RFC 4180) as a sheet; null when it is none. Offsets are those of the text. */
export function csvSheet(text: string, filename: string): SheetView | null {
  const rows = csvRows(text, /\.tsv$/i.test(filename) ? '\t' : separatorOf(text));
  if (rows === null) return null;
  const hasHeading = isHeading(text, rows);
  const cells = rows.flatMap((fields, row) =>
    fields.flatMap((field, column): SheetCell[] => {
      if (field.end <= field.start || column >= MOST_COLUMNS) return [];
      const isNumber = NUMBER.test(text.slice(field.start, Math.min(field.end, field.start + 40)));
      return [
        {
          ...{ row: row + 1, column: column + 1 },
          ...(hasHeading && row === 0 ? { bold: true } : isNumber ? { align: 'end' as const } : {}),
          runs: [field],
        },
      ];
    }),
  );
  return { sheet: { name: null, columns: widthsOf(rows.slice(0, SAMPLE.widthRows).map(rowOf)) }, cells };
}

/** The same as rows of a table in running text; null when it is none. */
export function csvTable(text: string, filename: string): ViewRow[] | null {
  const rows = csvRows(text, /\.tsv$/i.test(filename) ? '\t' : separatorOf(text));
  if (rows === null) return null;
  const hasHeading = isHeading(text, rows);
  const shown = rows.map((fields, index) =>
    rowOf(fields.map((field) => ({ ...field, ...(hasHeading && index === 0 && { bold: true }) }))),
  );
  const widths = widthsOf(shown);
  return shown.map((row) => ({ ...row, widths, fixed: true }));
}

/** In points, by the longest text of each column among the first rows. */
const widthsOf = (rows: readonly ViewRow[]): number[] =>
  columnWidths(rows.slice(0, SAMPLE.widthRows)).map((width) =>
    Math.max(WIDTHS.least, Math.min(WIDTHS.most, width * CHARACTER + ROOM)),
  );

const rowOf = (fields: readonly (Stretch & { readonly bold?: boolean })[]): ViewRow => ({
  kind: 'row',
  widths: [],
  cells: fields.slice(0, MOST_COLUMNS).map((field) => ({
    blocks: field.end > field.start ? [{ kind: 'paragraph', runs: [field] }] : [],
  })),
});

/** Whether the first row names columns: it has words alone, and a row behind it has others. */
function isHeading(text: string, rows: readonly (readonly Stretch[])[]): boolean {
  const [first] = rows;
  if (first === undefined || rows.length < 2 || first.length < 2) return false;
  return first.every(({ start, end }) => end > start && end - start <= 60 && !/[\d@]/.test(text.slice(start, end)));
}

/** The separator that divides the first rows most evenly; a comma when none does. */
function separatorOf(text: string): string {
  const sample = text.slice(0, SAMPLE.characters);
  let best = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const widths = (csvRows(sample, separator) ?? []).slice(0, SAMPLE.rows).map(({ length }) => length);
    const [first = 1] = widths;
    const even = widths.filter((width) => width === first).length / Math.max(1, widths.length);
    const score = first > 1 ? even * (1 + first / 1_000) : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** The fields of each row, quotes left out; a doubled quote stays as it is written. Null for more cells than anybody looks at. Linear in time. */
function csvRows(text: string, separator: string): Stretch[][] | null {
  const rows: Stretch[][] = [];
  let row: Stretch[] = [];
  let cells = 0;
  for (let at = 0; at < text.length;) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : endOfField(text, at, separator);
    row.push(isQuoted ? { start: at + 1, end } : { start: at, end });
    cells += 1;
    if (cells > MOST_CELLS) return null;
    at = isQuoted ? endOfField(text, end + 1, separator) : end;
    if (text[at] === separator) {
      at += 1;
      // An empty field at the very end.
      if (at < text.length) continue;
      row.push({ start: at, end: at });
    }
    rows.push(row);
    row = [];
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
  }
  return rows;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return text.length;
}

function endOfField(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
