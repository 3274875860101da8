import { createHash } from 'node:crypto';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import type { Principal } from './types.ts';

/** Base64url characters of the digest that stands before the key of a cursor: 66 bits. */
const MARK_CHARACTERS = 11;
/** A word of the change feed in place of a cursor. */
const WORDS: ReadonlySet<unknown> = new Set(['latest']);

/** What may differ from one page to the next. */
const NOT_OF_THE_LIST = Object.freeze({ cursor: undefined, limit: undefined });

interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly principal: Principal | null;
}

/**
 * Binds the cursors of an endpoint to the list that gave them out: its route, account, parameters and sort, but not the size of a page. Elsewhere
 * a position would mean something else, and entries would silently be left out. Services know only the keys inside.
 */
export interface CursorBinding {
  /** The query with the key inside its cursor. @throws AppError INVALID_QUERY for the cursor of another list */
  read<Q extends Asked['query']>(asked: Asked & { readonly query: Q }): Q;
  /** The answer with its cursor bound. */
  write(asked: Asked, answer: unknown): unknown;
}

/** Null for endpoints that take no cursor. */
export function cursorBinding({ id, query: schema }: EndpointSpec): CursorBinding | null {
  if (schema === undefined || !('cursor' in schema.shape)) return null;

  const markOf = ({ params, query, principal }: Asked): string => {
    const scope = [id, principal?.accountId ?? null, sorted(params), sorted({ ...query, ...NOT_OF_THE_LIST })];
    return createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, MARK_CHARACTERS);
  };

  return {
    read(asked) {
      const { cursor } = asked.query;
      if (typeof cursor !== 'string' || WORDS.has(cursor)) return asked.query;
      const mark = markOf(asked);
      if (!cursor.startsWith(mark)) {
        throw new AppError('INVALID_QUERY', 'The cursor is not one of this list.', { details: { path: 'cursor' } });
      }
      return { ...asked.query, cursor: cursor.slice(mark.length) };
    },
    write(asked, answer) {
      if (typeof answer !== 'object' || answer === null || !('cursor' in answer)) return answer;
      return typeof answer.cursor === 'string' ? { ...answer, cursor: markOf(asked) + answer.cursor } : answer;
    },
  };
}

/** Entries in the order of their names; what is not there is left out. */
function sorted(values: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
