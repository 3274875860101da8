import type { Entity } from '../../../contract/jobs.ts';
import type { MaskedPart, MaskSpan } from '../../../core/placeholders/mask.ts';
import { forEachInTurns, mapInTurns } from '../../../core/turns.ts';
import type { Span } from '../../../detection/types.ts';
import type { EntityState, StoredEntity } from '../types.ts';

/** Source of a mention that is masked only because it would be read as a placeholder. */
export const GUARD_SOURCE = 'guard:placeholder';
/** Source of a mention that a person added. */
export const MANUAL_SOURCE = 'manual';

/** The detector's finds as mentions, all accepted. */
export async function entitiesOf(spans: readonly Span[]): Promise<EntityState> {
  const entities = await mapInTurns(spans, (span, index): StoredEntity => ({
    id: `e${index + 1}`,
    start: span.start,
    end: span.end,
    category: span.category,
    confidence: span.confidence,
    sources: [...span.sources],
    accepted: true,
    ...(span.entity !== undefined && { entity: span.entity }),
    placeholder: null,
  }));
  return { nextNumber: spans.length + 1, entities };
}

/** What has to be masked: the accepted mentions. */
export function acceptedSpans(state: EntityState): MaskSpan[] {
  return state.entities
    .filter(({ accepted }) => accepted)
    .map(({ start, end, category, entity }) => ({ start, end, category, entity }));
}

/**
 * Brings mentions in line with the text that was made of them, so that the accepted mentions are exactly the replaced parts: guards
 * become mentions of their own, what a guard covers is no longer accepted, and every accepted one gets its placeholder.
 */
export async function withPlaceholders(state: EntityState, parts: readonly MaskedPart[]): Promise<EntityState> {
  const partAt = new Map(parts.map((part) => [part.start, part]));
  const taken = new Set<MaskedPart>();
  const entities = await mapInTurns(state.entities, (entity): StoredEntity => {
    const part = partAt.get(entity.start);
    const fits = part?.end === entity.end && !taken.has(part) && (part.guard ? isGuard(entity) : entity.accepted);
    if (!fits) return { ...entity, accepted: false, placeholder: null };
    taken.add(part);
    const { category, placeholder } = part.mapping;
    return { ...entity, category, accepted: true, placeholder };
  });
  let { nextNumber } = state;
  await forEachInTurns(parts, (part) => {
    if (taken.has(part)) return;
    entities.push({
      id: `e${nextNumber}`,
      start: part.start,
      end: part.end,
      category: part.mapping.category,
      confidence: 1,
      sources: [GUARD_SOURCE],
      accepted: true,
      placeholder: part.mapping.placeholder,
    });
    nextNumber += 1;
  });
  return { nextNumber, entities: entities.sort(inTextOrder) };
}

function isGuard(entity: StoredEntity): boolean {
  return entity.sources.includes(GUARD_SOURCE);
}

/** By start, then the longer one first. */
export function inTextOrder(a: StoredEntity, b: StoredEntity): number {
  return a.start - b.start || b.end - a.end;
}

/** Accepted mentions by category. */
export function countByCategory(state: EntityState): Record<string, number> {
  // A plain object would know "constructor", which is an allowed name of a category, before anything is counted.
  const counts = new Map<string, number>();
  for (const { accepted, category } of state.entities) {
    if (accepted) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** A mention as it is shown. */
export function shownEntity(entity: StoredEntity, text: string): Entity {
  const { id, start, end, category, confidence, sources, accepted, placeholder } = entity;
  return { id, start, end, text: text.slice(start, end), category, confidence, sources, accepted, placeholder };
}
