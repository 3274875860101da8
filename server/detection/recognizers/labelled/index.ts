import type { LabelMatch } from '../../labels/types.ts';
import type { Candidate, Recognizer, TextView } from '../../recognizer.ts';
import { LABEL_GROUPS } from '../../labels/index.ts';
import { readBeside, readGroups, toCandidate } from './beside.ts';
import { cellsBelow, columnOf, headerAt, headsGoods, rowsBelow } from './layout.ts';

/**
 * Values beside a label, on its line, below it, or in the column it heads. What counts as a value is decided by the shape of the
 * label's group; see labels/.
 */
export function createLabelledRecognizer(): Recognizer {
  return {
    id: 'label:value',
    categories: [...new Set(LABEL_GROUPS.filter(({ shape }) => shape !== 'none').map(({ category }) => category))],
    *recognize(view) {
      let headerLine = -1;
      let header: ReturnType<typeof headerAt>;
      let columns = new Map<number, LabelMatch>();
      let usedUntil = 0;
      for (const [index, label] of view.labels.entries()) {
        const line = view.lineAt(label.start);
        if (line !== headerLine) {
          if (header !== undefined && columns.size > 0) yield* readTable(view, header, headerLine, columns);
          headerLine = line;
          header = headerAt(view, line);
          columns = new Map();
        }
        if (label.start < usedUntil) continue;
        const column = header === undefined ? -1 : columnOf(header, label);
        if (header !== undefined && column >= 0 && numbersGoods(view, label) && headsGoods(view, header)) continue;
        if (column >= 0 && !columns.has(column)) columns.set(column, label);
        const next = view.labels[index + 1];
        for (const found of readBeside(view, label, next)) {
          usedUntil = Math.max(usedUntil, found.end);
          yield found;
        }
      }
      if (header !== undefined && columns.size > 0) yield* readTable(view, header, headerLine, columns);
    },
  };
}

const GOODS_NUMBER = /^(?:art|cod|code|código|codice|ref|réf|sku|pos|nr|no|n[°ºo]|item|produ|prod)/i;
const numbersGoods = (view: TextView, { start, end }: LabelMatch): boolean =>
  GOODS_NUMBER.test(view.text.slice(start, end));

/** Values in the columns that labels head. */
function* readTable(
  view: TextView,
  header: NonNullable<ReturnType<typeof headerAt>>,
  line: number,
  columns: ReadonlyMap<number, LabelMatch>,
): Generator<Candidate> {
  const found = new Map([...columns.keys()].map((column): [number, Candidate[]] => [column, []]));
  for (const row of rowsBelow(view, header, line)) {
    for (const [column, label] of columns) {
      for (const cell of cellsBelow(header, row, column)) {
        if (cell.start === cell.end) continue;
        const start = { offset: cell.start, explicit: true, numbered: true };
        const reading = readGroups(view.text, label.groups, start, cell.end);
        if (reading === undefined) continue;
        found.get(column)!.push(toCandidate({ ...reading, strong: true }));
        break;
      }
    }
  }
  for (const candidates of found.values()) if (!countsRows(view, candidates)) yield* candidates;
}

const ROWS_MIN = 3;

/** True for a column that counts its rows: 1, 2, 3 or 01, 02, 03. */
function countsRows({ text }: TextView, candidates: readonly Candidate[]): boolean {
  const values = candidates.map(({ start, end }) => text.slice(start, end));
  return (
    values.length >= ROWS_MIN && values.every((value, index) => /^\d{1,3}$/.test(value) && Number(value) === index + 1)
  );
}
