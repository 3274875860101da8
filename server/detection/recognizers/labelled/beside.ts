import { categoriesThat } from '../../../contract/categoryTable.ts';
import type { LabelGroup, LabelMatch } from '../../labels/types.ts';
import type { Candidate, TextView } from '../../recognizer.ts';
import { followsLaw } from '../shared/laws.ts';
import type { Range } from '../shared/spans.ts';
import { lineBelow } from './layout.ts';
import { SHAPES } from './shapes.ts';
import { valueStartAfter, valueStartAfterColon, valueStartAfterWord, type ValueStart } from './valueStart.ts';

const PRIORITY_LABELLED = 70;
/** Beside a weak label only the shape speaks. */
const PRIORITY_WEAK = 55;
const CONFIDENCE_LABELLED = 0.9;
const CONFIDENCE_WEAK = 0.6;
/** "Rechnungen 4711, 4712 und 4713": values that share one label. */
const FURTHER_VALUES_MAX = 10;
const FURTHER_VALUE = /[ \u00a0]?(?:,|;|\/|&|und|oder|and|or|et|ou|y|o|e|sowie|bzw\.)[ \u00a0]{1,2}(?=[\p{L}\d(+])/uy;
const LISTED_SHAPES = new Set(['code', 'phone', 'case', 'account', 'plate']);
/** Shapes whose value may follow after one word of what is numbered. */
const SHAPES_AFTER_WORD = new Set(['code', 'phone', 'account']);

const NUMBERED = categoriesThat(({ isFileNumber }) => isFileNumber === true);

/** True for the number of a law or norm, whatever label stands before it. */
function isLaw(view: TextView, { group, range }: Reading): boolean {
  return NUMBERED.has(group.category) && followsLaw(view, range.start);
}
/** What stands right behind a word that is a label of its own. */
const SEPARATED = /^[ \t:.]/;

/** A value read beside a label. */
export interface Reading {
  readonly group: LabelGroup;
  readonly range: Range;
  readonly strong: boolean;
}

/** The candidate of a reading. */
export function toCandidate({ group, range, strong }: Reading): Candidate {
  return {
    ...range,
    category: group.category,
    priority: strong ? PRIORITY_LABELLED : PRIORITY_WEAK,
    confidence: strong ? CONFIDENCE_LABELLED : CONFIDENCE_WEAK,
    sources: [`label:${group.category}`],
  };
}

/** Reads a value at one place for the first group whose shape fits. `doubtful` treats every label as weak. */
export function readGroups(
  text: string,
  groups: readonly LabelGroup[],
  start: ValueStart,
  limit: number,
  doubtful = false,
): Reading | undefined {
  for (const group of groups) {
    const weak = doubtful || group.weak === true;
    const range = SHAPES[group.shape]({ text, start, limit, weak });
    if (range !== undefined) return { group, range, strong: !weak || (start.numbered && !doubtful) };
  }
  return undefined;
}

/**
 * Values on the label's line or, when nothing else stands there, on the line below.
 *
 * @param next - the label after this one; a value that begins with it belongs to it
 */
export function* readBeside(view: TextView, label: LabelMatch, next: LabelMatch | undefined): Generator<Candidate> {
  const { text } = view;
  const line = view.lineAt(label.start);
  const lineEnd = view.lineEnd(line);
  const start = valueStartAfter(text, label.end, lineEnd);
  const beginsLabel = next?.start === start.offset && SEPARATED.test(text.slice(next.end, next.end + 1));
  // "sentencia P.A. 214/2022": the sign of a case is both a label and a part of the number.
  const groups = beginsLabel ? label.groups.filter(({ shape }) => shape === 'case') : label.groups;
  const direct = readGroups(text, groups, start, lineEnd);
  if (direct !== undefined) {
    if (isLaw(view, direct)) return;
    yield toCandidate(direct);
    yield* readFurther(view, direct, lineEnd);
  } else if (start.offset >= lineEnd) {
    const below = readBelow(view, label, line);
    if (below !== undefined) yield toCandidate(below);
  } else {
    const isBounded = next?.groups.some(({ weak }) => weak !== true) ?? false;
    const limit = isBounded ? Math.min(lineEnd, next!.start) : lineEnd;
    const later = readLater(text, label, start, limit, lineEnd);
    if (later !== undefined && !isLaw(view, later)) yield toCandidate(later);
  }
}

/** The value on the line below a label that stands alone on its line. */
function readBelow(view: TextView, { groups, start }: LabelMatch, line: number): Reading | undefined {
  const below = lineBelow(view, line);
  const isAlone = view.text.slice(view.lineStarts[line], start).trim().length <= 3;
  if (below === undefined || !isAlone) return undefined;
  return readGroups(view.text, groups, { offset: below.start, explicit: true, numbered: false }, below.end);
}

/** The value behind the next colon, or behind one word of what is numbered. */
function readLater(
  text: string,
  { groups }: LabelMatch,
  { offset }: ValueStart,
  limit: number,
  lineEnd: number,
): Reading | undefined {
  const behindColon = valueStartAfterColon(text, offset, limit);
  if (behindColon !== undefined) {
    const found = readGroups(
      text,
      groups.filter(({ shape }) => shape !== 'age'),
      valueStartAfter(text, behindColon.offset - 1, lineEnd),
      lineEnd,
    );
    if (found !== undefined) return found;
  }
  const behindWord = valueStartAfterWord(text, offset, limit);
  const skipping = groups.filter(({ shape }) => SHAPES_AFTER_WORD.has(shape));
  return behindWord === undefined || skipping.length === 0
    ? undefined
    : readGroups(text, skipping, behindWord, lineEnd, true);
}

function* readFurther(view: TextView, first: Reading, limit: number): Generator<Candidate> {
  if (!LISTED_SHAPES.has(first.group.shape)) return;
  const { text } = view;
  let end = first.range.end;
  for (let count = 0; count < FURTHER_VALUES_MAX; count += 1) {
    FURTHER_VALUE.lastIndex = end;
    const gap = FURTHER_VALUE.exec(text)?.[0];
    if (gap === undefined) return;
    const offset = end + gap.length;
    const range = SHAPES[first.group.shape]({
      text,
      start: { offset, explicit: false, numbered: false },
      limit,
      weak: true,
    });
    // ", LANR 731846901" begins another value.
    if (range === undefined || /^\p{L}{2,}[ ]/u.test(text.slice(offset, offset + 12))) return;
    yield toCandidate({ ...first, range });
    end = range.end;
  }
}
