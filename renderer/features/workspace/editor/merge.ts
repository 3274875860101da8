import { diffArrays } from 'diff';

/** A stretch of lines of two texts that come from the same one. `kind` tells who changed it; in a conflict both did, differently. */
export interface Region {
  readonly kind: 'same' | 'mine' | 'theirs' | 'conflict';
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** A change of lines [from, to) of the common base. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Differences looked for between two states; texts further apart are one conflict. */
const MOST_EDITS = 5_000;
const linesOf = (text: string): string[] => text.split('\n');

function hunksOf(base: readonly string[], text: readonly string[]): Hunk[] {
  const changes = diffArrays([...base], [...text], { maxEditLength: MOST_EDITS });
  if (changes === undefined) return [{ from: 0, to: base.length, lines: text }];
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | null = null;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      if (open) hunks.push(open);
      open = null;
      at += value.length;
      continue;
    }
    open ??= { from: at, to: at, lines: [] };
    if (added) {
      open.lines.push(...value);
    } else {
      at += value.length;
      open.to = at;
    }
  }
  if (open) hunks.push(open);
  return hunks;
}

/** Lines [from, to) of the base with the hunks applied, which lie within. */
function applied(base: readonly string[], hunks: readonly Hunk[], from: number, to: number): string[] {
  const lines: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  lines.push(...base.slice(at, to));
  return lines;
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

/**
 * Compares two states of a text that both come from `base`, line by line (three-way merge). Changes that touch each other belong to one
 * region.
 */
export function compareStates(base: string, mine: string, theirs: string): Region[] {
  const lines = linesOf(base);
  const own = hunksOf(lines, linesOf(mine));
  const other = hunksOf(lines, linesOf(theirs));
  const regions: Region[] = [];
  let at = 0;
  while (own.length > 0 || other.length > 0) {
    const from = Math.min(own[0]?.from ?? Infinity, other[0]?.from ?? Infinity);
    const taken: { own: Hunk[]; other: Hunk[] } = { own: [], other: [] };
    let to = from;
    for (;;) {
      if (own[0] && own[0].from <= to) taken.own.push(own.shift()!);
      else if (other[0] && other[0].from <= to) taken.other.push(other.shift()!);
      else break;
      to = Math.max(to, taken.own.at(-1)?.to ?? 0, taken.other.at(-1)?.to ?? 0);
    }
    const before = lines.slice(at, from);
    if (before.length > 0) regions.push({ kind: 'same', mine: before, theirs: before });
    const left = applied(lines, taken.own, from, to);
    const right = applied(lines, taken.other, from, to);
    const kind = equal(left, right)
      ? 'same'
      : taken.other.length === 0
        ? 'mine'
        : taken.own.length === 0
          ? 'theirs'
          : 'conflict';
    regions.push({ kind, mine: left, theirs: right });
    at = to;
  }
  const rest = lines.slice(at);
  if (rest.length > 0) regions.push({ kind: 'same', mine: rest, theirs: rest });
  return regions;
}

/** What stands around the two sides of a conflict in a merged text, as version control writes them. */
export interface Markers {
  readonly mine: string;
  readonly theirs: string;
}

/** One text of both states: every change that only one side made, and both sides between markers where they contradict each other. */
export function mergedText(regions: readonly Region[], markers: Markers): { text: string; conflicts: number } {
  const lines: string[] = [];
  let conflicts = 0;
  for (const { kind, mine, theirs } of regions) {
    if (kind === 'conflict') {
      conflicts += 1;
      lines.push(`<<<<<<< ${markers.mine}`, ...mine, '=======', ...theirs, `>>>>>>> ${markers.theirs}`);
    } else {
      lines.push(...(kind === 'theirs' ? theirs : mine));
    }
  }
  return { text: lines.join('\n'), conflicts };
}

/** True while a text still has both sides of a conflict in it. */
export function hasMarkers(text: string): boolean {
  const lines = text.split('\n');
  const mine = lines.findIndex((line) => line.startsWith('<<<<<<< '));
  const theirs = mine === -1 ? -1 : lines.indexOf('=======', mine);
  return theirs !== -1 && lines.slice(theirs).some((line) => line.startsWith('>>>>>>> '));
}
