import type { ViewBlock, ViewCell, ViewRow } from '../../../contract/documentView.ts';
import { flat } from '../office/docx.ts';
import { columnWidths } from './columns.ts';

/** Tables in tables, as mails have them; deeper ones are shown as the text they hold. */
const DEPTH = 30;
const MOST_COLUMNS = 200;

/** Where blocks of HTML go: into the cell that is open, or behind what was before. */
export interface HtmlTables {
  put(block: ViewBlock): void;
  openTable(hasLines: boolean): void;
  openRow(): void;
  /** @param spans - columns and rows it spans */
  openCell(spans: { readonly columns: number; readonly rows: number }, isHeading: boolean): void;
  closeCell(): void;
  closeRow(): void;
  closeTable(): void;
  /** Closes what is open and gives all blocks. */
  finish(): ViewBlock[];
}

interface Cell {
  readonly columns: number;
  readonly blocks: ViewBlock[];
}
interface Table {
  readonly before: ViewBlock[];
  readonly rows: Cell[][];
  row: Cell[] | null;
  cell: Cell | null;
  hasLines: boolean;
  hasTables: boolean;
  /** Columns that cells of rows above still take, with how many rows. */
  readonly held: number[];
}

export function createHtmlTables(): HtmlTables {
  const blocks: ViewBlock[] = [];
  const tables: Table[] = [];
  let tooDeep = 0;

  const put = (block: ViewBlock): void => {
    const table = tables.at(-1);
    // A caption, or text that stands between rows, comes before the table, as browsers show it.
    (table === undefined ? blocks : (table.cell?.blocks ?? table.before)).push(block);
  };
  const closeCell = (): void => {
    const table = tables.at(-1);
    if (table !== undefined) table.cell = null;
  };
  const closeRow = (): void => {
    const table = tables.at(-1);
    if (table === undefined) return;
    if (table.row !== null) fillHeld(table, table.row);
    table.row = null;
    table.cell = null;
  };
  const openRow = (): void => {
    closeRow();
    const table = tables.at(-1);
    if (table === undefined) return;
    table.row = [];
    table.rows.push(table.row);
  };
  const closeTable = (): void => {
    if (tooDeep > 0) {
      tooDeep -= 1;
      return;
    }
    closeRow();
    const table = tables.pop();
    if (table === undefined) return;
    for (const block of [...table.before, ...blocksOfTable(table)]) put(block);
  };
  return {
    put,
    closeCell,
    closeRow,
    closeTable,
    openTable(hasLines) {
      if (tables.length >= DEPTH) {
        tooDeep += 1;
        return;
      }
      const outer = tables.at(-1);
      if (outer !== undefined) outer.hasTables = true;
      const empty = { before: [], rows: [], held: [], row: null, cell: null };
      tables.push({ ...empty, hasLines, hasTables: false });
    },
    openRow,
    openCell({ columns, rows }, isHeading) {
      const table = tables.at(-1);
      if (table === undefined) return;
      if (table.row === null) openRow();
      const row = table.row!;
      if (isHeading) table.hasLines = true;
      let at = fillHeld(table, row);
      table.cell = { columns, blocks: [] };
      row.push(table.cell);
      for (const end = Math.min(MOST_COLUMNS, at + columns); at < end; at += 1) table.held[at] = rows - 1;
    },
    finish() {
      while (tables.length > 0 || tooDeep > 0) closeTable();
      return blocks;
    },
  };
}

const columnsOf = (row: readonly Cell[]): number => row.reduce((sum, { columns }) => sum + columns, 0);

/** Puts empty cells where cells of rows above reach down; gives the next free column. */
function fillHeld(table: Table, row: Cell[]): number {
  let at = columnsOf(row);
  while (at < MOST_COLUMNS && (table.held[at] ?? 0) > 0) {
    table.held[at] = table.held[at]! - 1;
    row.push({ columns: 1, blocks: [] });
    at += 1;
  }
  return at;
}

/** Tables that only put things beside each other are shown as what they hold, others as rows. */
function blocksOfTable({ rows, hasLines, hasTables }: Table): ViewBlock[] {
  const filled = rows.filter((row) => row.some((cell) => cell.blocks.length > 0));
  const isLayout = hasTables || filled.every((row) => row.filter((cell) => cell.blocks.length > 0).length <= 1);
  if (isLayout && !(hasLines && filled.some((row) => row.length > 1) && !hasTables)) {
    return filled.flatMap((row) => row.flatMap((cell) => cell.blocks));
  }
  const shown = filled.map((row): ViewRow => {
    const cells = row.map(({ columns, blocks }): ViewCell => ({
      ...(columns > 1 && { columns }),
      blocks: flat(blocks),
    }));
    return { kind: 'row', widths: [], ...(!hasLines && { plain: true }), cells };
  });
  const widths = columnWidths(shown);
  return shown.map((row) => ({ ...row, widths }));
}
