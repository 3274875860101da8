import { z } from 'zod';
import { percent, type Table } from './report.ts';
import { totalOf, type Score } from './score.ts';

const count = z.number().int().nonnegative();
/** What one document adds: numbers alone, so that results can be kept and passed on. */
const documentResult = z.object({
  group: z.string(),
  mentions: count,
  masked: count,
  falseFinds: count,
  maskedCharacters: count,
  rightCharacters: count,
});
export type DocumentResult = z.output<typeof documentResult>;

/** A saved measurement. */
export const evaluation = z.object({
  version: z.object({ recognizers: z.string(), model: z.string().nullable() }),
  level: z.string(),
  /** By `source/id`. */
  documents: z.record(z.string(), documentResult),
});
export type Evaluation = z.output<typeof evaluation>;

/** The part of a score that is saved; of a score that holds one document. */
export function documentResultOf(group: string, score: Score): DocumentResult {
  const { mentions, masked } = totalOf(score);
  const { falseSpans: falseFinds, maskedCharacters, rightCharacters } = score;
  return { group, mentions, masked, falseFinds, maskedCharacters, rightCharacters };
}

/** Two measurements of the same documents. */
export interface Comparison {
  /** One row per group and one for all: shares before and after. */
  readonly groups: Table;
  /** One row per document whose counts differ, those that got worse first. */
  readonly documents: Table;
}

/** Compares the documents that both measurements hold. */
export function compare(before: Evaluation, after: Evaluation): Comparison {
  const groups = new Map<string, Pair>();
  const all: Pair = { olds: [], nows: [] };
  const changed: { name: string; old: DocumentResult; now: DocumentResult }[] = [];
  for (const [name, now] of Object.entries(after.documents)) {
    const old = before.documents[name];
    if (old === undefined) continue;
    for (const both of [all, pairOf(groups, now.group)]) {
      both.olds.push(old);
      both.nows.push(now);
    }
    if (old.masked !== now.masked || old.falseFinds !== now.falseFinds) changed.push({ name, old, now });
  }
  changed.sort((a, b) => a.now.masked - a.old.masked - (b.now.masked - b.old.masked) || (a.name < b.name ? -1 : 1));
  return {
    groups: [
      ['group', 'texts', 'masked before', 'after', 'precision before', 'after', 'false finds before', 'after'],
      ...[...groups, ['all', all] as const].map(([name, { olds, nows }]) => [
        name,
        String(nows.length),
        ...pair(olds, nows, (all) => percent(sum(all, 'masked'), sum(all, 'mentions'))),
        ...pair(olds, nows, (all) => percent(sum(all, 'rightCharacters'), sum(all, 'maskedCharacters'))),
        ...pair(olds, nows, (all) => String(sum(all, 'falseFinds'))),
      ]),
    ],
    documents: [
      ['document', 'mentions', 'masked before', 'after', 'false finds before', 'after'],
      ...changed.map(({ name, old, now }) => [
        name,
        ...[now.mentions, old.masked, now.masked, old.falseFinds, now.falseFinds].map(String),
      ]),
    ],
  };
}

/** Results of the same documents. */
interface Pair {
  readonly olds: DocumentResult[];
  readonly nows: DocumentResult[];
}

function pairOf(groups: Map<string, Pair>, name: string): Pair {
  let both = groups.get(name);
  if (both === undefined) groups.set(name, (both = { olds: [], nows: [] }));
  return both;
}

function pair<T>(before: T, after: T, show: (all: T) => string): [string, string] {
  return [show(before), show(after)];
}

function sum(all: readonly DocumentResult[], key: Exclude<keyof DocumentResult, 'group'>): number {
  return all.reduce((total, document) => total + document[key], 0);
}
