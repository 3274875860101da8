import type { Entity } from '../../../../server/contract/jobs.ts';

/** A find for tests: the first occurrence of `value` in `text`, or the one at `from`. */
export function findOf(text: string, value: string, overrides: Partial<Entity> & { from?: number } = {}): Entity {
  const { from = 0, ...rest } = overrides;
  const start = text.indexOf(value, from);
  if (start < 0) throw new Error('value not in text');
  const category = rest.category ?? 'person';
  const accepted = rest.accepted ?? true;
  return {
    id: `${category}@${start}`,
    start,
    end: start + value.length,
    text: value,
    category,
    confidence: 0.9,
    sources: ['names:gazetteer'],
    accepted,
    placeholder: accepted ? `[[${category}-${String(start).padStart(8, '0')}]]` : null,
    ...rest,
  };
}
