import type { EntityOperation } from '../../../contract/jobs.ts';
import { AppError } from '../../../core/errors.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import { inTextOrder, MANUAL_SOURCE } from '../jobs/entities.ts';
import type { EntityState, StoredEntity } from '../types.ts';
import { checkSpan, wholeWordOccurrences } from './spans.ts';

type Add = Extract<EntityOperation, { op: 'add' }>;
type OnMention = Exclude<EntityOperation, Add>;

/**
 * Applies one operation after the other, in turns: each of a thousand looks at every mention. A rejection leaves `state` as it was:
 * states are never changed in place.
 */
export async function applyOperations(
  text: string,
  state: EntityState,
  operations: readonly EntityOperation[],
): Promise<EntityState> {
  let current = state;
  await forEachInTurns(operations, (operation) => {
    current = applyOperation(text, current, operation);
  });
  return current;
}

function applyOperation(text: string, state: EntityState, operation: EntityOperation): EntityState {
  if (operation.op === 'add') return add(text, state, operation);
  const targets = targetsOf(text, state, operation);
  switch (operation.op) {
    case 'accept':
      return accept(state, targets);
    case 'reject':
      return change(state, targets, (entity) => ({ ...entity, accepted: false }));
    case 'categorize':
      return change(state, targets, (entity) => ({ ...entity, category: operation.category }));
    case 'remove':
      return { ...state, entities: state.entities.filter(({ id }) => !targets.has(id)) };
  }
}

/** The named mention, and with all_occurrences every other one with the same text. */
function targetsOf(text: string, state: EntityState, { op, id, all_occurrences }: OnMention): Set<string> {
  const named = state.entities.find((entity) => entity.id === id);
  // Only what was added by hand can be taken back; a find of the detector can be rejected.
  const removable = (entity: StoredEntity) => op !== 'remove' || entity.sources.includes(MANUAL_SOURCE);
  if (named === undefined || !removable(named)) {
    throw new AppError('ENTITY_NOT_FOUND', 'There is no such mention in this job.');
  }
  if (!all_occurrences) return new Set([id]);
  const value = text.slice(named.start, named.end);
  const same = state.entities.filter(({ start, end }) => end - start === value.length && text.startsWith(value, start));
  return new Set(same.filter(removable).map((entity) => entity.id));
}

function change(
  state: EntityState,
  targets: ReadonlySet<string>,
  next: (entity: StoredEntity) => StoredEntity,
): EntityState {
  return { ...state, entities: state.entities.map((entity) => (targets.has(entity.id) ? next(entity) : entity)) };
}

/** Accepts mentions and rejects accepted ones that overlap them. Targets that overlap each other: the first one counts. */
function accept(state: EntityState, targets: ReadonlySet<string>): EntityState {
  const ranges: StoredEntity[] = [];
  for (const entity of state.entities) {
    if (targets.has(entity.id) && entity.start >= (ranges.at(-1)?.end ?? 0)) ranges.push(entity);
  }
  const winners = new Set(ranges.map(({ id }) => id));
  let next = 0;
  const entities = state.entities.map((entity): StoredEntity => {
    if (winners.has(entity.id)) return { ...entity, accepted: true };
    if (!entity.accepted) return entity;
    // Both lists are in the order of the text; ranges that end before this mention end before all later ones.
    while (next < ranges.length && ranges[next]!.end <= entity.start) next += 1;
    const overlaps = next < ranges.length && ranges[next]!.start < entity.end;
    return overlaps ? { ...entity, accepted: false } : entity;
  });
  return { ...state, entities };
}

/** Adds a mention, and with all_occurrences one at every other place where its text stands as whole words. */
function add(text: string, state: EntityState, { start, end, category, all_occurrences }: Add): EntityState {
  checkSpan(text, start, end);
  const value = text.slice(start, end);
  const linked = state.entities.find(
    (entity) =>
      entity.entity !== undefined && entity.end - entity.start === value.length && text.startsWith(value, entity.start),
  );
  const mention = { category, ...(linked?.entity !== undefined && { entity: linked.entity }) };
  const named = acceptAt(state, [{ start, end }], mention);
  if (!all_occurrences) return named;
  const taken = named.entities.filter(({ accepted }) => accepted);
  const free: { start: number; end: number }[] = [];
  let next = 0;
  for (const at of wholeWordOccurrences(text, value)) {
    while (next < taken.length && taken[next]!.end <= at) next += 1;
    if (next < taken.length && taken[next]!.start < at + value.length) continue;
    free.push({ start: at, end: at + value.length });
  }
  return acceptAt(named, free, mention);
}

/** Accepts mentions at these places, which do not overlap; one that is there already is taken up, the others are new. */
function acceptAt(
  state: EntityState,
  places: readonly { start: number; end: number }[],
  mention: Pick<StoredEntity, 'category' | 'entity'>,
): EntityState {
  const endOfPlace = new Map(places.map(({ start, end }) => [start, end]));
  const existing = new Map<number, string>();
  for (const { id, start, end } of state.entities) if (endOfPlace.get(start) === end) existing.set(start, id);
  const targets = new Set<string>();
  const added: StoredEntity[] = [];
  let { nextNumber } = state;
  for (const { start, end } of places) {
    const known = existing.get(start);
    const id = known ?? `e${nextNumber}`;
    targets.add(id);
    if (known !== undefined) continue;
    nextNumber += 1;
    added.push({
      id,
      start,
      end,
      confidence: 1,
      sources: [MANUAL_SOURCE],
      accepted: true,
      placeholder: null,
      ...mention,
    });
  }
  const categorized = change(state, targets, (entity) => ({ ...entity, category: mention.category }));
  return accept({ nextNumber, entities: [...categorized.entities, ...added].sort(inTextOrder) }, targets);
}
