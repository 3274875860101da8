import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type NodeAccess, notFound } from '../access/access.ts';
import type { Place } from '../nodes/place.ts';
import type { Tree } from '../nodes/tree.ts';
import type { NodeRow } from '../storage/nodes.ts';
import { invalidPath, leavesRoot, parsePath } from './path.ts';
import type { PathResolver, Resolution } from './resolver.ts';

/** Paths of the caller's personal space, as interface 4.3 (fs) has them: what is locked for an agent is FORBIDDEN. */
export interface PersonalPaths {
  /** @throws AppError INVALID_PATH; FORBIDDEN for a path that climbs out of the space */
  parse(path: string): string[];
  /** @throws AppError FORBIDDEN for a lock on the way */
  locate(db: Db, principal: Principal, segments: readonly string[]): Promise<Resolution>;
  /** The node at a path. @throws AppError INVALID_PATH for the root, NOT_FOUND, FORBIDDEN */
  existing(db: Db, principal: Principal, segments: readonly string[]): Promise<NodeAccess>;
  /** The folder at a path, made with all that is missing above it. @throws AppError FORBIDDEN, NOT_A_FOLDER */
  folder(
    db: Db,
    principal: Principal,
    segments: readonly string[],
  ): Promise<{ readonly place: Place; readonly made: NodeRow | null }>;
  /** @throws AppError FORBIDDEN for a node of another space */
  checkInside(principal: Principal, node: NodeRow): void;
}

export function createPersonalPaths({
  resolver,
  tree,
}: {
  resolver: PathResolver;
  tree: Pick<Tree, 'place' | 'insertFolder'>;
}): PersonalPaths {
  const outside = (): AppError => new AppError('FORBIDDEN', 'Only the personal space can be reached here.');

  const paths: PersonalPaths = {
    parse(path) {
      if (leavesRoot(path)) throw outside();
      return parsePath(path);
    },

    async locate(db, principal, segments) {
      const resolution = await resolver.resolve(db, principal, principal.accountId, segments);
      if (resolution !== 'hidden') return resolution;
      // Nobody but an agent can be kept from a node of their own; without a lock it has just been moved away.
      if (principal.agent === null) throw notFound();
      throw new AppError('FORBIDDEN', 'A folder lock keeps agents from this path.');
    },

    async existing(db, principal, segments) {
      const { found, rest } = await paths.locate(db, principal, segments);
      if (rest.length > 0) throw notFound();
      if (found === null) throw invalidPath();
      return found;
    },

    async folder(db, principal, segments) {
      const { found, rest } = await paths.locate(db, principal, segments);
      let place = await tree.place(db, principal, { parentId: found?.node.id ?? null });
      let made: NodeRow | null = null;
      for (const name of rest) {
        made = await tree.insertFolder(db, principal, place, name);
        place = { spaceId: place.spaceId, parentId: made.id, depth: place.depth + 1 };
      }
      return { place, made };
    },

    checkInside(principal, node) {
      if (node.spaceId !== principal.accountId) throw outside();
    },
  };
  return paths;
}
