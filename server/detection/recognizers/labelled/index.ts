import type { LabelGroup, LabelMatch } from '../../labels/types.ts';
import type { Candidate, Recognizer, TextView } from '../../recognizer.ts';
import type { Range } from '../shared/spans.ts';
import { LABEL_GROUPS } from '../../labels/index.ts';
import { columnOf, headerAt, lineBelow, rowsBelow } from './layout.ts';
import { SHAPES } from './shapes.ts';
import { valueStartAfter, valueStartAfterColon, type ValueStart } from './valueStart.ts';

const PRIORITY_LABELLED = 70;
/** Beside a weak label only the shape speaks. */
const PRIORITY_WEAK = 55;
const CONFIDENCE_LABELLED = 0.9;
const CONFIDENCE_WEAK = 0.6;
/** "Rechnungen 4711, 4712 und 4713": values that share one label. */
const FURTHER_VALUES_MAX = 10;
const FURTHER_VALUE = /[ \u00a0]?(?:,|;|\/|&|und|oder|and|or|et|ou|y|o|e|sowie|bzw\.)[ \u00a0]{1,2}(?=[\p{L}\d(+])/uy;
const LISTED_SHAPES = new Set(['code', 'phone', 'case', 'account', 'plate']);

function candidate(group: LabelGroup, range: Range, strong: boolean): Candidate {
  return {
    ...range,
    category: group.category,
    priority: strong ? PRIORITY_LABELLED : PRIORITY_WEAK,
    confidence: strong ? CONFIDENCE_LABELLED : CONFIDENCE_WEAK,
    sources: [`label:${group.category}`],
  };
}

/**
 * Values beside a label, on its line, below it, or in the column it heads. What counts as a value is decided by the shape of the
 * label's group; see labels/.
 */
export function createLabelledRecognizer(): Recognizer {
  return {
    id: 'label:value',
    categories: [
      ...new Set(LABEL_GROUPS.filter(({ shape }) => shape !== 'none').map(({ category }) => category)),
      'reference',
    ].filter((category, index, all) => all.indexOf(category) === index),
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

/** Values on the label's line or, when nothing else stands there, on the line below. */
function* readBeside(view: TextView, label: LabelMatch, next: LabelMatch | undefined): Generator<Candidate> {
  const { text } = view;
  const line = view.lineAt(label.start);
  const lineEnd = view.lineEnd(line);
  const start = valueStartAfter(text, label.end, lineEnd);
  // A value never reaches over the label after it, unless that label's word is part of the value ("Nr. PO-123").
  const direct = readGroups(text, label.groups, start, lineEnd);
  if (direct !== undefined) {
    yield candidate(direct.group, direct.range, direct.strong);
    yield* readFurther(text, direct, lineEnd);
    return;
  }
  if (start.offset >= lineEnd) {
    const below = lineBelow(view, line);
    const isAlone = text.slice(view.lineStarts[line], label.start).trim().length <= 3;
    if (below !== undefined && isAlone) {
      const found = readGroups(text, label.groups, { offset: below.start, explicit: true, numbered: false }, below.end);
      if (found !== undefined) yield candidate(found.group, found.range, found.strong);
    }
    return;
  }
  const limit = next === undefined ? lineEnd : Math.min(lineEnd, next.start);
  const behindColon = valueStartAfterColon(text, start.offset, limit);
  if (behindColon !== undefined) {
    const found = readGroups(text, label.groups, valueStartAfter(text, behindColon.offset - 1, lineEnd), lineEnd);
    if (found?.strong === true) yield candidate(found.group, found.range, true);
  }
}

interface Reading {
  readonly group: LabelGroup;
  readonly range: Range;
  readonly strong: boolean;
}

function readGroups(
  text: string,
  groups: readonly LabelGroup[],
  start: ValueStart,
  limit: number,
): Reading | undefined {
  for (const group of groups) {
    const weak = group.weak === true;
    const range = SHAPES[group.shape]({ text, start, limit, weak });
    if (range !== undefined) return { group, range, strong: !weak || start.numbered };
  }
  return undefined;
}

function* readFurther(text: string, first: Reading, limit: number): Generator<Candidate> {
  if (!LISTED_SHAPES.has(first.group.shape)) return;
  let end = first.range.end;
  for (let count = 0; count < FURTHER_VALUES_MAX; count += 1) {
    FURTHER_VALUE.lastIndex = end;
    const gap = FURTHER_VALUE.exec(text)?.[0];
    if (gap === undefined) return;
    const start = { offset: end + gap.length, explicit: false, numbered: false };
    const range = SHAPES[first.group.shape]({ text, start, limit, weak: true });
    if (range === undefined) return;
    yield candidate(first.group, range, first.strong);
    end = range.end;
  }
}

/** Values in the columns that labels head. */
function* readTable(
  view: TextView,
  header: NonNullable<ReturnType<typeof headerAt>>,
  line: number,
  columns: ReadonlyMap<number, LabelMatch>,
): Generator<Candidate> {
  for (const cells of rowsBelow(view, header, line)) {
    for (const [column, label] of columns) {
      const cell = cells[column];
      if (cell === undefined || cell.start === cell.end) continue;
      const start = { offset: cell.start, explicit: true, numbered: true };
      const found = readGroups(view.text, label.groups, start, cell.end);
      if (found !== undefined) yield candidate(found.group, found.range, true);
    }
  }
}
