import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/workspace/sharing.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, type NodeAccess, notFound } from '../access/access.ts';
import { allows } from '../access/roles.ts';
import type { Feed } from '../feed/feed.ts';
import type { NodeNames } from '../nodes/names.ts';
import { addToInbox } from '../storage/inbox.ts';
import { deleteShare, saveShare, type ShareRow, sharesOn, sharesPage } from '../storage/shares.ts';
import type { Directory, WorkspaceAudit } from '../types.ts';

const MANUAL = 'manual';

/** Shares of nodes with people and groups (interface 2.5). */
export interface Shares {
  /** Shares on the node and on the folders above it that the caller sees. */
  list(
    principal: Principal,
    nodeId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<ResponseOf<typeof contract.listShares>>;
  /**
   * Makes a share, or gives the one that is there its role. Editors share with people, owners also with groups.
   * @throws AppError FORBIDDEN, USER_NOT_FOUND, GROUP_NOT_FOUND, MANAGED_BY_SYNC
   */
  grant(
    principal: Principal,
    nodeId: string,
    grant: BodyOf<typeof contract.grantShare>,
  ): Promise<ResponseOf<typeof contract.grantShare>>;
  /** Who has been given a share may give it up. @throws AppError FORBIDDEN, NOT_FOUND, MANAGED_BY_SYNC */
  revoke(principal: Principal, nodeId: string, shareId: string): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly audit: WorkspaceAudit;
  readonly directory: Directory;
  readonly feed: Feed;
  readonly names: NodeNames;
}

const managedBySync = (): AppError =>
  new AppError('MANAGED_BY_SYNC', 'This share was taken over from a mounted drive; change it there.');

export function createShares({ database, clock, access, audit, directory, feed, names }: Parts): Shares {
  /** The grantee by the body of a grant. */
  async function granteeOf(db: Db, grant: BodyOf<typeof contract.grantShare>): Promise<string> {
    if (grant.kind === 'group') {
      const group = await directory.groupById(db, grant.groupId ?? '');
      if (group === undefined) throw new AppError('GROUP_NOT_FOUND', 'There is no such group.');
      return group.id;
    }
    const person = await directory.personByEmail(db, grant.email ?? '');
    if (person === undefined) throw new AppError('USER_NOT_FOUND', 'There is no account with this address here.');
    return person.id;
  }

  async function present(
    db: Db,
    shares: readonly ShareRow[],
    { node, above }: NodeAccess,
  ): Promise<ResponseOf<typeof contract.listShares>['shares']> {
    const of = (kind: ShareRow['kind']) =>
      shares.filter((share) => share.kind === kind).map(({ granteeId }) => granteeId);
    const people = await directory.people(db, of('user'));
    const groups = new Map((await directory.groups(db)).map((group) => [group.id, group.name]));
    const folders = new Map(
      await Promise.all(above.map(async (folder) => [folder.id, await names.open(folder)] as const)),
    );
    return shares.map((share) => {
      const person = share.kind === 'user' ? people.get(share.granteeId) : undefined;
      return {
        id: share.id,
        kind: share.kind,
        ...(share.kind === 'user'
          ? { userId: share.granteeId, ...(person && { email: person.email }) }
          : { groupId: share.granteeId }),
        name: person?.name ?? groups.get(share.granteeId) ?? '',
        role: share.role,
        source: share.source,
        syncedAt: share.syncedAt,
        inheritedFrom: share.nodeId === node.id ? null : { id: share.nodeId, name: folders.get(share.nodeId) ?? '' },
        createdAt: share.createdAt,
      };
    });
  }

  return {
    async list(principal, nodeId, { limit, cursor }) {
      const { db } = database;
      const found = await access.find(db, principal, nodeId);
      const rows = await sharesPage(db, [...found.above.map(({ id }) => id), nodeId], {
        after: decodeCursor(cursor, textAndId),
        limit: limit + 1,
      });
      const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
      const mayManage = allows(found.role, 'editor') && principal.agent === null;
      const mayManageGroups = found.role === 'owner' && principal.agent === null;
      return {
        shares: await present(db, page.items, found),
        pendingShares: [],
        availableGroups: mayManageGroups ? [...(await directory.groups(db))] : [],
        isTeamMember: true,
        canManage: mayManage,
        canManageGroups: mayManageGroups,
        role: found.role,
        cursor: page.cursor,
      };
    },

    grant: (principal, nodeId, grant) =>
      database.transaction(async (db) => {
        const found = await access.find(db, principal, nodeId, { role: 'editor', state: 'active' });
        const { node } = found;
        if (principal.agent !== null) throw new AppError('FORBIDDEN', 'Agents cannot share.');
        if (grant.kind === 'group' && found.role !== 'owner') {
          throw new AppError('FORBIDDEN', 'Only the owner may share with groups.');
        }
        const granteeId = await granteeOf(db, grant);
        if (grant.kind === 'user' && granteeId === node.spaceId) {
          throw new AppError('FORBIDDEN', 'The owner has every right already.');
        }
        const known = (await sharesOn(db, [nodeId])).find(
          (share) => share.kind === grant.kind && share.granteeId === granteeId,
        );
        if (known !== undefined && known.source !== MANUAL) throw managedBySync();
        const at = isoTime(clock.now());
        const share: ShareRow = known
          ? { ...known, role: grant.role }
          : {
              id: randomUUID(),
              nodeId,
              kind: grant.kind,
              granteeId,
              role: grant.role,
              source: MANUAL,
              syncedAt: null,
              createdBy: principal.accountId,
              createdAt: at,
            };
        await feed.recordViews(db, principal, null, nodeId, () => saveShare(db, share));
        if (known === undefined) {
          const told = grant.kind === 'user' ? [granteeId] : await directory.groupMembers(db, granteeId);
          for (const userId of told) {
            if (userId === principal.accountId) continue;
            await addToInbox(db, { userId, kind: 'share', nodeId, actorId: principal.accountId, role: grant.role, at });
          }
        }
        await audit.record(db, { principal, action: 'node.shared', target: { kind: 'node', id: nodeId } });
        const [presented] = await present(db, [share], found);
        return { share: presented! };
      }),

    revoke: (principal, nodeId, shareId) =>
      database.transaction(async (db) => {
        const { role } = await access.find(db, principal, nodeId);
        const share = (await sharesOn(db, [nodeId])).find(({ id }) => id === shareId);
        if (share === undefined) throw notFound();
        const isOwn = share.kind === 'user' && share.granteeId === principal.accountId;
        const mayRevoke = share.kind === 'user' ? allows(role, 'editor') : role === 'owner';
        if (principal.agent !== null || !(isOwn || mayRevoke)) {
          throw new AppError('FORBIDDEN', 'Your role on this node does not allow this.');
        }
        if (share.source !== MANUAL) throw managedBySync();
        await feed.recordViews(db, principal, null, nodeId, () => deleteShare(db, shareId));
        await audit.record(db, { principal, action: 'node.unshared', target: { kind: 'node', id: nodeId } });
      }),
  };
}
