import { z } from 'zod';
import type { Page } from '../../../contract/common.ts';
import type { ActivityEntry } from '../../../contract/workspace/sharing.ts';
import { decodeCursor, toPage } from '../../../core/db/paging.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access, NodeAccess } from '../access/access.ts';
import { allows } from '../access/roles.ts';
import { changeBoundTo } from '../feed/storage.ts';
import { visibleParts } from '../finding/visible.ts';
import type { NodeNames } from '../nodes/names.ts';
import { activityBefore, type ActivityRow, type ActivityScope } from '../storage/activity.ts';
import type { Directory } from '../types.ts';

/** What has happened, newest first; of what the caller sees. A page may be shorter than the limit: what is hidden from the caller is left out. */
export interface Activity {
  /** Of a file, or of a folder and everything in it. @throws AppError NOT_FOUND, INVALID_QUERY */
  ofNode(principal: Principal, id: string, page: PageOrder): Promise<Page<ActivityEntry>>;
  /** Of everything the caller sees. @throws AppError INVALID_QUERY */
  ofAll(principal: Principal, page: PageOrder): Promise<Page<ActivityEntry>>;
}

interface PageOrder {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const keySchema = z.tuple([z.number().int(), z.number().int()]);

export function createActivity({
  database: { db },
  vault,
  access,
  names,
  directory,
}: {
  database: Database;
  vault: Pick<Vault, 'textOpenerFor'>;
  access: Access;
  names: NodeNames;
  directory: Pick<Directory, 'people' | 'groupsOf'>;
}): Activity {
  /** What was removed for good is told to those who could see it in the trash; its own shares and locks are no longer known, so no agent is told. */
  async function mayKnowRemoved(db: Db, principal: Principal, removed: ActivityRow): Promise<boolean> {
    if (principal.agent !== null) return false;
    if (removed.spaceId === principal.accountId) return true;
    if (removed.parentId !== null) {
      const parent = await access.look(db, principal, removed.parentId);
      return parent !== undefined && allows(parent.role, 'editor');
    }
    try {
      return allows((await access.space(db, principal, removed.spaceId)).role, 'editor');
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async function visibleOf(
    principal: Principal,
    rows: readonly ActivityRow[],
  ): Promise<{ row: ActivityRow; found: NodeAccess | undefined }[]> {
    const seen = await access.lookAll(db, principal, [...new Set(rows.map(({ nodeId }) => nodeId))]);
    const visible: { row: ActivityRow; found: NodeAccess | undefined }[] = [];
    for (const row of rows) {
      const found = seen.get(row.nodeId);
      const isVisible = found !== undefined || (row.action === 'deleted' && (await mayKnowRemoved(db, principal, row)));
      if (isVisible) visible.push({ row, found });
    }
    return visible;
  }

  async function nameOf(row: ActivityRow, found: NodeAccess | undefined): Promise<string> {
    if (row.name !== null) return (await vault.textOpenerFor(row.spaceId))(changeBoundTo(row.id), row.name);
    return found === undefined ? '' : names.open(found.node);
  }

  async function read(principal: Principal, scope: ActivityScope, { limit, cursor }: PageOrder) {
    const before = decodeCursor(cursor, keySchema);
    const page = toPage(await activityBefore(db, scope, { before, limit: limit + 1 }), limit, ({ key }) => key);
    const visible = await visibleOf(principal, page.items);
    const people = await directory.people(db, [...new Set(visible.flatMap(({ row }) => row.userId ?? []))]);
    const items = await Promise.all(
      visible.map(async ({ row, found }): Promise<ActivityEntry> => ({
        id: row.id,
        action: row.action,
        at: row.at,
        node: { id: row.nodeId, name: await nameOf(row, found), type: row.type },
        actor: row.userId === null ? null : { id: row.userId, name: people.get(row.userId)?.name ?? '' },
        agent: row.agent,
        revision: row.revision,
      })),
    );
    return { items, cursor: page.cursor };
  }

  return {
    async ofNode(principal, id, page) {
      const { node } = await access.find(db, principal, id);
      const scope: ActivityScope =
        node.type === 'file' ? { of: 'file', nodeId: id } : { of: 'trees', spaceIds: [], roots: [node] };
      return read(principal, scope, page);
    },

    async ofAll(principal, page) {
      const parts = await visibleParts(db, principal, directory);
      const spaceIds = parts.filter(({ roots }) => roots === null).map(({ spaceId }) => spaceId);
      const roots = parts.flatMap(({ spaceId, roots: ids }) => [...(ids ?? [])].map((id) => ({ id, spaceId })));
      return read(principal, { of: 'trees', spaceIds, roots }, page);
    },
  };
}
