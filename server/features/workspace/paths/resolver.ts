import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access, NodeAccess } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import { findByName, type NodeRow } from '../storage/nodes.ts';

/** How far a path leads. */
export interface Resolution {
  /** The last node on the path that is there; null: the root. */
  readonly found: NodeAccess | null;
  /** Names below it that nothing has; empty when the path leads to `found`. */
  readonly rest: readonly string[];
}

/** Finds nodes by the names on the way to them. */
export interface PathResolver {
  /**
   * Walks from the root of a space, one query by key for each level. `hidden`: the caller may not see a node on the way, or the last one; nothing is
   * told of what lies behind it.
   * @param segments - of parsePath
   */
  resolve(db: Db, principal: Principal, spaceId: string, segments: readonly string[]): Promise<Resolution | 'hidden'>;
}

export function createPathResolver({
  access,
  names,
}: {
  access: Pick<Access, 'look'>;
  names: Pick<NodeNames, 'of'>;
}): PathResolver {
  return {
    async resolve(db, principal, spaceId, segments) {
      const { keyOf } = await names.of(spaceId);
      const chain: NodeRow[] = [];
      for (const segment of segments) {
        const next = await findByName(db, chain.at(-1)?.id ?? spaceId, keyOf(segment));
        if (next === undefined) break;
        chain.push(next);
      }
      const rest = segments.slice(chain.length);
      const last = chain.at(-1);
      if (last === undefined) return { found: null, rest };
      const found = await access.look(db, principal, last.id);
      const seesAll = found?.seesRoot === true && found.above.length === chain.length - 1;
      return seesAll ? { found, rest } : 'hidden';
    },
  };
}
