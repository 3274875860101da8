import type { QueryOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { WorkspaceNode } from '../../../contract/workspace/node.ts';
import type { nodeByPath } from '../../../contract/workspace/nodes.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, type NodeAccess, notFound, type SpaceAccess } from '../access/access.ts';
import { listChildren } from '../nodes/listing.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { Presenter } from '../nodes/presenter.ts';
import { formatPath, parsePath } from './path.ts';
import type { PathResolver } from './resolver.ts';

/** Children that come with a folder. */
const MOST_CHILDREN = 200;

/** Nodes and folders as callers read them by paths. */
export interface PathReader {
  /** @throws AppError INVALID_PATH, NOT_FOUND alike for what is not there and what the caller may not see */
  byPath(principal: Principal, query: QueryOf<typeof nodeByPath>): Promise<ResponseOf<typeof nodeByPath>>;
  /** The first children of a folder or a root, by name. */
  children(
    db: Db,
    principal: Principal,
    parent: NodeAccess | SpaceAccess,
  ): Promise<{ readonly nodes: WorkspaceNode[]; readonly truncated: boolean }>;
  /** The path of a node from the uppermost folder that the caller sees. */
  pathOf(access: NodeAccess): Promise<string>;
}

export function createPathReader({
  database,
  access,
  names,
  presenter,
  resolver,
}: {
  database: Database;
  access: Access;
  names: NodeNames;
  presenter: Presenter;
  resolver: PathResolver;
}): PathReader {
  const reader: PathReader = {
    async byPath(principal, { path, projectId, children: withChildren }) {
      const segments = parsePath(path);
      const { db } = database;
      const space = await access.space(db, principal, projectId);
      const resolution = await resolver.resolve(db, principal, space.spaceId, segments);
      if (resolution === 'hidden' || resolution.rest.length > 0) throw notFound();
      const { found } = resolution;
      const isFolder = found === null || found.node.type === 'folder';
      const children = withChildren && isFolder ? await reader.children(db, principal, found ?? space) : undefined;
      return {
        node: found && (await presenter.one(db, principal, found)),
        path: found === null ? formatPath([]) : await reader.pathOf(found),
        breadcrumbs: found === null ? [] : await presenter.breadcrumbs(found),
        role: found?.role ?? space.role,
        ...(children && { children: children.nodes, childrenTruncated: children.truncated }),
      };
    },

    async children(db, principal, parent) {
      const at =
        'node' in parent
          ? { spaceId: parent.node.spaceId, parent: parent.node.id }
          : { spaceId: parent.spaceId, parent: parent.spaceId };
      const page = await listChildren(db, names, at, { sort: 'name', order: 'asc', limit: MOST_CHILDREN });
      const visible = await access.children(db, principal, parent, page.nodes);
      return { nodes: await presenter.many(db, principal, visible), truncated: page.cursor !== null };
    },

    async pathOf({ node, above }) {
      return formatPath(await Promise.all([...above, node].map((step) => names.open(step))));
    },
  };
  return reader;
}
