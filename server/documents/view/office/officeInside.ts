import type { SheetCell, TextRun, ViewBlock, ViewCell } from '../../../contract/documentView.ts';
import type { Slides } from './pptx.ts';
import type { SheetView } from './xlsx.ts';

/** Larger sheets are shown as their text. */
const MOST = Object.freeze({ columns: 60, cells: 20_000 });

/** Sheets as tables below their names; columns without cells are left out. Null: they are too large for that. */
export function sheetBlocks(sheets: readonly SheetView[]): ViewBlock[] | null {
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells.length, 0);
  const columns = sheets.map((sheet) => [...new Set(sheet.cells.map(({ column }) => column))].sort((a, b) => a - b));
  if (cells > MOST.cells || columns.some(({ length }) => length > MOST.columns)) return null;
  return sheets.flatMap(({ sheet, cells: own }, index): ViewBlock[] => {
    const widths = columns[index]!.map((column) => sheet.columns[column - 1] ?? 0);
    const isKnown = widths.every((width) => width > 0);
    const rows = Map.groupBy(own, ({ row }) => row);
    const numbers = [...rows.keys()].sort((a, b) => a - b);
    const head: ViewBlock[] = sheet.name === null ? [] : [{ kind: 'paragraph', heading: 3, runs: [sheet.name] }];
    return [
      ...head,
      ...numbers.map((number): ViewBlock => {
        const inRow = new Map(rows.get(number)!.map((cell) => [cell.column, cell]));
        const line = columns[index]!.map((column) => cellOf(inRow.get(column)));
        return { kind: 'row', widths: isKnown ? widths : [], cells: line };
      }),
    ];
  });
}

function cellOf(cell: SheetCell | undefined): ViewCell {
  if (cell === undefined) return { blocks: [] };
  const { bold, align, runs } = cell;
  const own = bold === true ? runs.map((run): TextRun => ({ ...run, bold })) : runs;
  return { blocks: [{ kind: 'paragraph', ...(align !== undefined && { align }), runs: own }] };
}

/** Slides below each other, in letters of the usual size. */
export const slideBlocks = ({ slides }: Slides): ViewBlock[] =>
  slides.flatMap(({ shapes, notes }, index): ViewBlock[] => [
    ...(index === 0 ? [] : [{ kind: 'break', part: 'page' } as const]),
    ...shapes.flatMap(({ blocks }) => blocks).map(ofUsualSize),
    ...(notes.length === 0 ? [] : [{ kind: 'break', part: 'note' } as const]),
    ...notes.map(ofUsualSize),
  ]);

function ofUsualSize<B extends ViewBlock>(block: B): B {
  if (block.kind !== 'paragraph') return block;
  const runs = block.runs.map((run) => {
    const usual = { ...run };
    delete usual.size;
    return usual;
  });
  return { ...block, runs };
}

/** A stretch that a text has more than another one. */
export interface Addition {
  readonly start: number;
  readonly end: number;
  /** Where an offset of the shorter text is in the longer one. */
  readonly place: (at: number) => number;
}

/** What words of pictures add to the text of a document; null where the texts differ otherwise. */
export function additionTo(shorter: string, text: string): Addition | null {
  const length = text.length - shorter.length;
  let start = 0;
  while (start < shorter.length && shorter[start] === text[start]) start += 1;
  if (length < 0 || shorter.slice(start) !== text.slice(start + length)) return null;
  return { start, end: start + length, place: (at) => (at < start ? at : at + length) };
}
