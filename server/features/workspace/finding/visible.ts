import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import { findNodes } from '../storage/nodes.ts';
import { sharesTo } from '../storage/shares.ts';
import type { Directory } from '../types.ts';

/** A part of the workspace that a caller sees: a whole space, or what lies in and below shared nodes of somebody else's. */
export interface VisiblePart {
  readonly spaceId: string;
  /** null: the whole space. */
  readonly roots: ReadonlySet<string> | null;
}

/** Everything a caller sees, by space. Folder locks of agents are not looked at. */
export async function visibleParts(
  db: Db,
  { accountId }: Principal,
  directory: Pick<Directory, 'groupsOf'>,
): Promise<VisiblePart[]> {
  const projects = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', accountId)
    .execute();
  const whole = [accountId, ...projects.map(({ project_id }) => project_id)];
  const shares = await sharesTo(db, accountId, await directory.groupsOf(db, accountId));
  const shared = await findNodes(db, [...new Set(shares.map(({ nodeId }) => nodeId))]);
  const bySpace = Map.groupBy(
    shared.filter(({ spaceId }) => !whole.includes(spaceId)),
    ({ spaceId }) => spaceId,
  );
  return [
    ...whole.map((spaceId) => ({ spaceId, roots: null })),
    ...[...bySpace].map(([spaceId, nodes]) => ({ spaceId, roots: new Set(nodes.map(({ id }) => id)) })),
  ];
}
