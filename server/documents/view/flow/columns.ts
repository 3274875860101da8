import type { TextRun, ViewRow } from '../../../contract/documentView.ts';

/** Shares of a row's width that a column gets for its characters, within bounds: a long text breaks its lines. */
const LEAST = 6;
const MOST = 45;
const MOST_COLUMNS = 200;

const lengthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, { start, end }) => sum + end - start, 0);

/** Widths of the columns of a table by the longest text in each, for tables that say none themselves. */
export function columnWidths(rows: readonly ViewRow[]): number[] {
  const widths: number[] = [];
  for (const { cells } of rows) {
    let column = 0;
    for (const { columns = 1, blocks } of cells) {
      const longest = Math.max(0, ...blocks.map((block) => (block.kind === 'paragraph' ? lengthOf(block.runs) : MOST)));
      for (let index = column; index < Math.min(MOST_COLUMNS, column + columns); index += 1) {
        const share = columns === 1 ? Math.min(MOST, longest) : LEAST;
        widths[index] = Math.max(widths[index] ?? LEAST, share);
      }
      column += columns;
    }
  }
  return widths;
}
