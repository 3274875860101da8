import type { Entity, EntityOperationInput } from '../../../../server/contract/jobs.ts';
import { byPosition } from './operations.ts';

/** One find before and after a step of the review; null where it did not exist. */
export interface Change {
  readonly id: string;
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/** Mentions that the server adds by itself so that the text can be restored exactly; nobody decides on them. */
const GUARD_SOURCE = 'guard:placeholder';
const isGuard = (find: Entity) => find.sources.includes(GUARD_SOURCE);

const sameDecision = (a: Entity, b: Entity) => a.accepted === b.accepted && a.category === b.category;

/** What differs between two states of the finds, as far as a person decides it. */
export function changesBetween(before: readonly Entity[], after: readonly Entity[]): Change[] {
  const earlier = new Map(before.map((find) => [find.id, find]));
  const changes: Change[] = [];
  for (const find of after) {
    const old = earlier.get(find.id) ?? null;
    earlier.delete(find.id);
    if (old === find || isGuard(find) || (old && sameDecision(old, find))) continue;
    changes.push({ id: find.id, before: old, after: find });
  }
  for (const find of earlier.values()) {
    if (!isGuard(find)) changes.push({ id: find.id, before: find, after: null });
  }
  return changes;
}

export const reversed = (changes: readonly Change[]): Change[] =>
  changes.map(({ id, before, after }) => ({ id, before: after, after: before }));

/** The state of the finds once `changes` have taken place. */
export function withChanges(finds: readonly Entity[], changes: readonly Change[]): Entity[] {
  const targets = new Map(changes.map((change) => [change.id, change.after]));
  const result: Entity[] = [];
  for (const find of finds) {
    const target = targets.get(find.id);
    targets.delete(find.id);
    if (target === undefined) result.push(find);
    else if (target) result.push(target);
  }
  for (const target of targets.values()) if (target) result.push(target);
  return result.sort(byPosition);
}

/**
 * Operations that carry `changes` out on the server. What frees a place comes first, because accepting a find rejects
 * accepted ones that overlap it.
 */
export function operationsFor(changes: readonly Change[]): EntityOperationInput[] {
  const removals: EntityOperationInput[] = [];
  const categories: EntityOperationInput[] = [];
  const rejections: EntityOperationInput[] = [];
  const additions: EntityOperationInput[] = [];
  const acceptances: EntityOperationInput[] = [];
  for (const { id, before, after } of changes) {
    if (!after) {
      if (before) removals.push({ op: 'remove', id });
      continue;
    }
    if (!before) {
      additions.push({ op: 'add', start: after.start, end: after.end, category: after.category });
      continue;
    }
    if (before.category !== after.category) categories.push({ op: 'categorize', id, category: after.category });
    if (before.accepted && !after.accepted) rejections.push({ op: 'reject', id });
    if (!before.accepted && after.accepted) acceptances.push({ op: 'accept', id });
  }
  return [...removals, ...categories, ...rejections, ...additions, ...acceptances];
}

/** Follows finds whose id changed, for example from a provisional one to that of the server. */
export function renamed(changes: readonly Change[], ids: ReadonlyMap<string, string>): Change[] {
  const rename = (find: Entity | null) => (find && ids.has(find.id) ? { ...find, id: ids.get(find.id)! } : find);
  return changes.map(({ id, before, after }) => ({
    id: ids.get(id) ?? id,
    before: rename(before),
    after: rename(after),
  }));
}
