import type { DocumentView } from '../../../../server/contract/documentView.ts';

/** How the parts of a view lie under each other. Lengths are points. */
export interface PartsLayout {
  /** Which parts are shown, from 1. */
  readonly parts: readonly number[];
  /** Of the widest part. */
  readonly width: number;
  /** Widths of columns, in a workbook. */
  readonly columns: readonly number[];
  /** Height of a part before it is there. */
  readonly estimate: (part: number) => number;
}

/** A4, and the height of a line of running text. */
const PAGE_WIDTH = 595;
const LINE = 17;
/** Under a slide, for its number and its notes. */
const ROOM_BELOW = 40;
/** A row of a sheet, the column with the numbers of rows, and rows in one part. */
const ROW = 19;
export const NUMBERS = 34;
const ROWS = 60;

export type PartedKind = 'flow' | 'slides' | 'sheets';
export const isParted = (kind: DocumentView['kind']): kind is PartedKind =>
  kind === 'flow' || kind === 'slides' || kind === 'sheets';

/** @param section - which sheet of a workbook or file of an archive is shown, from 1 */
export function layoutOf(view: DocumentView, section: number): PartsLayout {
  const all = view.parts.map((_part, index) => index + 1);
  const partOf = (part: number) => view.parts[part - 1] ?? {};
  if (view.kind === 'slides') {
    const { width, height } = slideSize(view);
    return { parts: all, width, columns: [], estimate: () => height + ROOM_BELOW };
  }
  if (view.kind === 'sheets') {
    const columns = view.sheets[section - 1]?.columns ?? [];
    return {
      parts: all.filter((part) => partOf(part).sheet === section),
      width: columns.reduce((sum, each) => sum + each, NUMBERS),
      columns,
      estimate(part) {
        const { first_row: first = 1, last_row: last = 1 } = partOf(part);
        return Math.min(ROWS, last - first + 1) * ROW;
      },
    };
  }
  return {
    parts: view.files.length === 0 ? all : all.filter((part) => partOf(part).file === section),
    width: PAGE_WIDTH,
    columns: [],
    estimate: (part) => (partOf(part).lines ?? 1) * LINE,
  };
}

/** All slides have one size. */
export const slideSize = ({ parts }: DocumentView) => ({
  width: parts[0]?.width ?? 720,
  height: parts[0]?.height ?? 540,
});
