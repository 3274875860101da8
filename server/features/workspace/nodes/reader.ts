import type { ResponseOf } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/workspace/nodes.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import type { WorkspaceNode } from '../../../contract/workspace/node.ts';
import type { NodeRow } from '../storage/nodes.ts';
import { type ListOrder, listChildren } from './listing.ts';
import type { NodeNames } from './names.ts';
import type { Presenter } from './presenter.ts';

/** Nodes as callers read them. */
export interface NodeReader {
  list(
    principal: Principal,
    query: ListOrder & {
      parentId?: string | undefined;
      projectId?: string | undefined;
      limit: number;
      cursor?: string | undefined;
    },
  ): Promise<ResponseOf<typeof contract.listNodes>>;
  get(principal: Principal, id: string): Promise<ResponseOf<typeof contract.getNode>>;
  /** The node alone, after a change. */
  node(principal: Principal, id: string): Promise<WorkspaceNode>;
  /**
   * The node as a write has left it: its revision is the one that was written, also when others have written since.
   * @param at - the transaction of the write; absent: after it
   */
  written(principal: Principal, node: NodeRow, at?: Db): Promise<WorkspaceNode>;
}

export function createNodeReader({
  database,
  access,
  names,
  presenter,
}: {
  database: Database;
  access: Access;
  names: NodeNames;
  presenter: Presenter;
}): NodeReader {
  const { db } = database;
  return {
    async list(principal, { parentId, projectId, ...page }) {
      if (parentId === undefined) {
        const space = await access.space(db, principal, projectId);
        const { nodes, cursor } = await listChildren(
          db,
          names,
          { spaceId: space.spaceId, parent: space.spaceId },
          page,
        );
        const children = await access.children(db, principal, space, nodes);
        return { nodes: await presenter.many(db, principal, children), breadcrumbs: [], role: space.role, cursor };
      }
      const folder = await access.find(db, principal, parentId);
      const { node, role } = folder;
      if (projectId !== undefined && projectId !== node.spaceId) throw notFound();
      if (node.type !== 'folder') throw new AppError('NOT_A_FOLDER', 'Only folders have children.');
      const { nodes, cursor } = await listChildren(db, names, { spaceId: node.spaceId, parent: node.id }, page);
      const children = await access.children(db, principal, folder, nodes);
      return {
        nodes: await presenter.many(db, principal, children),
        breadcrumbs: await presenter.breadcrumbs(folder),
        role,
        cursor,
      };
    },

    async get(principal, id) {
      const found = await access.find(db, principal, id);
      return {
        node: await presenter.one(db, principal, found),
        breadcrumbs: await presenter.breadcrumbs(found),
      };
    },

    node: async (principal, id) => presenter.one(db, principal, await access.find(db, principal, id)),

    written: async (principal, node, at = db) =>
      presenter.one(at, principal, { ...(await access.find(at, principal, node.id)), node }),
  };
}
