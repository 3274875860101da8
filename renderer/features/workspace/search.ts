import type { LocationQuery } from 'vue-router';
import type { SearchQuery } from './api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const since = (days: number) => (now: Date) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** How long ago something was changed at most. */
export const AGES = Object.freeze({
  any: () => null,
  week: since(7),
  month: since(31),
  year: since(366),
} satisfies Readonly<Record<string, (now: Date) => string | null>>);

/** A search as it stands in the address. */
export interface SearchChoice extends Omit<SearchQuery, 'modifiedFrom'> {
  readonly age: keyof typeof AGES;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T =>
  values.find((known) => known === value) ?? values[0]!;

/** Reads a search from an address; what is missing or unknown does not narrow it. */
export function searchOf(query: LocationQuery): SearchChoice {
  return {
    q: typeof query['q'] === 'string' ? query['q'] : '',
    in: oneOf(['names', 'content'] as const, query['in']),
    kind: oneOf(['all', 'folder', 'file'] as const, query['kind']),
    owner: oneOf(['alle', 'ich', 'andere'] as const, query['owner']),
    age: oneOf(['any', 'week', 'month', 'year'] as const, query['age']),
  };
}
