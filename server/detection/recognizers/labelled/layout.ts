import type { TextView } from '../../recognizer.ts';
import type { LabelMatch } from '../../labels/types.ts';
import type { Range } from '../shared/spans.ts';

/** What separates the cells of a line, the surest first. Layout columns are at least three spaces apart. */
const SEPARATORS: readonly RegExp[] = [/\t/g, /\|/g, /;/g, / {3,}/g];
const CELLS_MAX = 40;

/** How far a cell may begin from where its column is headed, in characters. */
const COLUMN_SHIFT_MAX = 8;

/** A line that names the columns below it. */
export interface TableHeader {
  readonly separator: RegExp;
  readonly cells: readonly Range[];
  /** Start offset of the line. */
  readonly start: number;
}

/** A row of a table. */
export interface TableRow {
  readonly cells: readonly Range[];
  /** Start offset of the line. */
  readonly start: number;
}

/** The cells of [start, end), without the spaces around them. */
export function cellsOf(text: string, start: number, end: number, separator: RegExp): Range[] {
  const cells: Range[] = [];
  const line = text.slice(start, end);
  const push = (from: number, to: number): void => {
    const cell = line.slice(from, to);
    const trimmed = cell.trimStart();
    const first = start + from + cell.length - trimmed.length;
    cells.push({ start: first, end: first + trimmed.trimEnd().length });
  };
  let from = 0;
  for (const match of line.matchAll(separator)) {
    if (cells.length >= CELLS_MAX) break;
    push(from, match.index);
    from = match.index + match[0].length;
  }
  push(from, line.length);
  // Frames ("| a | b |") and indents make empty cells at both ends.
  while (cells.length > 0 && cells[0]!.start === cells[0]!.end) cells.shift();
  while (cells.length > 0 && cells.at(-1)!.start === cells.at(-1)!.end) cells.pop();
  return cells;
}

/** Reads a line as the header of a table: at least two cells and no digit. */
export function headerAt(view: TextView, line: number): TableHeader | undefined {
  const start = view.lineStarts[line]!;
  const end = view.lineEnd(line);
  const content = view.text.slice(start, end);
  if (content.length > 1_000 || /\d{2}/.test(content)) return undefined;
  for (const separator of SEPARATORS) {
    const cells = cellsOf(view.text, start, end, separator);
    if (cells.length >= 2) return { separator, cells, start };
  }
  return undefined;
}

const FRAME_LINE = /^[\s|+:=_\-–—]*$/;

/** The cells of every row below a header, until a blank line or a line with fewer than two cells. */
export function* rowsBelow(view: TextView, header: TableHeader, line: number): Generator<TableRow> {
  for (let next = line + 1; next < view.lineStarts.length; next += 1) {
    const start = view.lineStarts[next]!;
    const end = view.lineEnd(next);
    const content = view.text.slice(start, end);
    if (content.trim() === '') return;
    if (FRAME_LINE.test(content)) continue;
    if (content.length > 2_000) return;
    const cells = cellsOf(view.text, start, end, header.separator);
    if (cells.length < 2 || headerAt(view, next) !== undefined) return;
    yield { cells, start };
  }
}

/** The column a label names: its cell begins with the label. */
export function columnOf(header: TableHeader, label: LabelMatch): number {
  return header.cells.findIndex(
    (cell) => label.start >= cell.start && label.end <= cell.end && label.start - cell.start <= 12,
  );
}

const QUANTITY =
  /(?:^|[\s|;])(?:menge|anz(?:ahl)?|stück|qty|quantity|units?|cant(?:idad)?|uds|qté|quantité|nbre|q\.?tà|quantità|pz)(?![\p{L}])/iu;
const PRICE =
  /(?:^|[\s|;(])(?:(?:einzel|gesamt|stück|e|g)?-?(?:preis|betrag)|einzel|price|amount|net|total|precio|importe|prix|montant|pu|prezzo|importo)(?![\p{L}])/iu;

/** True for the header of a list of goods or services, whose numbers name what is sold and nobody's papers. */
export function headsGoods(view: TextView, header: TableHeader): boolean {
  const line = view.text.slice(header.start, header.cells.at(-1)!.end);
  return QUANTITY.test(line) && PRICE.test(line);
}

/** The next line with content below `line`, at most one blank line away. */
export function lineBelow(view: TextView, line: number): Range | undefined {
  for (let next = line + 1; next <= line + 2 && next < view.lineStarts.length; next += 1) {
    const end = view.lineEnd(next);
    const start = view.lineStarts[next]!;
    const content = view.text.slice(start, Math.min(end, start + 200));
    const indent = content.length - content.trimStart().length;
    if (content.trim() !== '') return { start: start + indent, end };
  }
  return undefined;
}

/**
 * Cells of a row that may stand below a header's column, the likeliest first. Columns made of spaces are compared by position
 * and counted from both sides, because rows may have a title of their own or leave cells empty.
 */
export function cellsBelow(header: TableHeader, row: TableRow, column: number): readonly Range[] {
  const sameNumber = row.cells[column];
  if (header.separator !== SEPARATORS[3]) return sameNumber === undefined ? [] : [sameNumber];
  const wanted = header.cells[column]!.start - header.start;
  const shift = (cell: Range): number => Math.abs(cell.start - row.start - wanted);
  const fromRight = row.cells[column + row.cells.length - header.cells.length];
  const near = row.cells.filter((cell) => shift(cell) <= COLUMN_SHIFT_MAX).sort((a, b) => shift(a) - shift(b));
  return [...new Set([...near, fromRight, sameNumber])].filter((cell) => cell !== undefined);
}
