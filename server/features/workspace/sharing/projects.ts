import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction } from '../../../contract/administration.ts';
import type { Page } from '../../../contract/common.ts';
import { nodeRole, type NodeRole } from '../../../contract/workspace/node.ts';
import type { Project } from '../../../contract/workspace/sharing.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import { notFound } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import type { Actor, Feed } from '../feed/feed.ts';
import { contentsOf } from '../storage/versions.ts';
import { deleteNodes, findSubtree } from '../storage/nodes.ts';
import { chunksInSpace } from '../storage/uploads.ts';
import type { Directory, NodeAnonymizer, WorkspaceAudit } from '../types.ts';

/** Projects: spaces of their own with members. */
export interface Projects {
  list(principal: Principal, page: { limit: number; cursor?: string | undefined }): Promise<Page<Project>>;
  get(principal: Principal, id: string): Promise<Project>;
  /** The caller becomes the owner. */
  create(principal: Principal, name: string): Promise<Project>;
  rename(principal: Principal, id: string, name: string): Promise<Project>;
  /** Removes the project with all its files. */
  remove(principal: Principal, id: string): Promise<void>;
  /** @throws AppError USER_NOT_FOUND, LAST_OWNER */
  setMember(
    principal: Principal,
    id: string,
    member: { userId?: string | undefined; email?: string | undefined; role: NodeRole },
  ): Promise<Project>;
  /** @throws AppError LAST_OWNER */
  removeMember(principal: Principal, id: string, userId: string): Promise<void>;
  /** What lies at the root of a space. */
  rootsOf(db: Db, id: string): Promise<string[]>;
  /** Removes a space with all its files, for the server itself. */
  removeSpace(db: Db, id: string): Promise<RemovedSpace>;
}

/** What is left to do when the removal is committed. */
export interface RemovedSpace {
  /** Objects that nothing refers to any more. */
  readonly refs: readonly (string | null)[];
  /** Removes what is left of the jobs that were made from its files. */
  readonly dropJobs: () => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: WorkspaceAudit;
  readonly directory: Directory;
  readonly feed: Feed;
  readonly objects: Objects;
  readonly anonymizer: Pick<NodeAnonymizer, 'deleteOfNodes'>;
}

interface Member {
  readonly userId: string;
  readonly role: NodeRole;
}

const spaceRow = z.object({ id: z.string(), name: z.instanceof(Uint8Array), created_at: z.string() });
const boundTo = (id: string) => `spaces/${id}/name`;

/** A project's name as it is stored, under the key of the installation. */
export function sealProjectName(vault: Pick<Vault, 'encryptSystem'>, id: string, name: string): Uint8Array {
  return vault.encryptSystem(boundTo(id), Buffer.from(name, 'utf8'));
}

export function createProjects(parts: Parts): Projects {
  const { database, vault, clock, audit, directory, feed, objects, anonymizer } = parts;
  const sealName = (id: string, name: string): Uint8Array => sealProjectName(vault, id, name);
  const record = (db: Db, principal: Principal, action: AuditAction, id: string): Promise<void> =>
    audit.record(db, { principal, action, target: { kind: 'project', id } });

  async function membersOf(db: Db, id: string): Promise<Member[]> {
    const rows = await db
      .selectFrom('project_members')
      .select(['user_id', 'role'])
      .where('project_id', '=', id)
      .orderBy('created_at')
      .orderBy('user_id')
      .execute();
    return rows.map(({ user_id, role }) => ({ userId: user_id, role: nodeRole.parse(role) }));
  }

  async function present(db: Db, principal: Principal, row: z.output<typeof spaceRow>): Promise<Project> {
    const members = await membersOf(db, row.id);
    const people = await directory.people(
      db,
      members.map(({ userId }) => userId),
    );
    return {
      id: row.id,
      name: Buffer.from(vault.decryptSystem(boundTo(row.id), row.name)).toString('utf8'),
      role: members.find(({ userId }) => userId === principal.accountId)!.role,
      members: members.map(({ userId, role }) => ({
        userId,
        name: people.get(userId)?.name ?? '',
        email: people.get(userId)?.email ?? '',
        role,
      })),
      createdAt: row.created_at,
    };
  }

  /** The caller's role; a project they are no member of does not exist for them. */
  async function checkMember(db: Db, principal: Principal, id: string): Promise<NodeRole> {
    const role = (await membersOf(db, id)).find(({ userId }) => userId === principal.accountId)?.role;
    if (role === undefined) throw notFound();
    return role;
  }

  /** Only people change a project: its owners, and members who leave. */
  async function checkManager(db: Db, principal: Principal, id: string, leaves = false): Promise<void> {
    const role = await checkMember(db, principal, id);
    if (principal.agent === null && (role === 'owner' || leaves)) return;
    throw new AppError('FORBIDDEN', 'Only people who own the project may do this.');
  }

  async function find(db: Db, principal: Principal, id: string): Promise<Project> {
    await checkMember(db, principal, id);
    const row = await db
      .selectFrom('spaces')
      .select(['id', 'name', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return present(db, principal, spaceRow.parse(row));
  }

  const rootsOf = async (db: Db, id: string): Promise<string[]> =>
    (await db.selectFrom('nodes').select('id').where('parent_key', '=', id).execute()).map((row) => row.id);

  async function removeSpace(db: Db, id: string, actor: Actor = 'system'): Promise<RemovedSpace> {
    const drops: (() => Promise<void>)[] = [];
    const gone: (string | null)[] = await chunksInSpace(db, id);
    for (const rootId of await rootsOf(db, id)) {
      const subtree = await findSubtree(db, rootId);
      const ids = subtree.map((node) => node.id);
      gone.push(...(await contentsOf(db, ids)).refs, ...subtree.map(({ thumbnailRef }) => thumbnailRef));
      await feed.record(db, actor, 'deleted', subtree);
      drops.push(await anonymizer.deleteOfNodes(db, ids));
      await deleteNodes(db, ids);
    }
    await db.deleteFrom('spaces').where('id', '=', id).execute();
    return {
      refs: gone,
      async dropJobs() {
        for (const drop of drops) await drop();
      },
    };
  }

  /** A project without an owner could not be managed by anybody. */
  function checkOwner(members: readonly Member[]): void {
    if (members.some(({ role }) => role === 'owner')) return;
    throw new AppError('LAST_OWNER', 'A project needs an owner.');
  }

  return {
    rootsOf,
    removeSpace: (db, id) => removeSpace(db, id),

    async list(principal, { limit, cursor }) {
      const { db } = database;
      const after = decodeCursor(cursor, textAndId);
      const rows = await db
        .selectFrom('project_members')
        .innerJoin('spaces', 'spaces.id', 'project_members.project_id')
        .where('project_members.user_id', '=', principal.accountId)
        .select(['spaces.id', 'spaces.name', 'spaces.created_at'])
        .execute();
      const projects = await Promise.all(rows.map((row) => present(db, principal, spaceRow.parse(row))));
      // Names are encrypted, so the order is made here; nobody is a member of very many projects.
      const keyed = projects.map((project) => ({ project, key: [project.name.toLowerCase(), project.id] as const }));
      const order = (a: readonly [string, string], b: readonly [string, string]): number =>
        a[0].localeCompare(b[0]) || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
      const rest = keyed
        .filter(({ key }) => after === null || order(key, after) > 0)
        .sort((a, b) => order(a.key, b.key));
      const page = toPage(rest.slice(0, limit + 1), limit, ({ key }) => key);
      return { items: page.items.map(({ project }) => project), cursor: page.cursor };
    },

    get: (principal, id) => find(database.db, principal, id),

    create: (principal, name) =>
      database.transaction(async (db) => {
        if (principal.agent !== null) throw new AppError('FORBIDDEN', 'Agents cannot make projects.');
        const id = randomUUID();
        const at = isoTime(clock.now());
        await vault.createAccountKey(db, id);
        await db
          .insertInto('spaces')
          .values({ id, kind: 'project', name: sealName(id, name), bytes_used: 0, file_count: 0, created_at: at })
          .execute();
        await db
          .insertInto('project_members')
          .values({ project_id: id, user_id: principal.accountId, role: 'owner', created_at: at })
          .execute();
        await record(db, principal, 'project.created', id);
        return find(db, principal, id);
      }),

    rename: (principal, id, name) =>
      database.transaction(async (db) => {
        await checkManager(db, principal, id);
        await db
          .updateTable('spaces')
          .set({ name: sealName(id, name) })
          .where('id', '=', id)
          .execute();
        await record(db, principal, 'project.renamed', id);
        return find(db, principal, id);
      }),

    async remove(principal, id) {
      const { refs, dropJobs } = await database.transaction(async (db) => {
        await checkManager(db, principal, id);
        const removed = await removeSpace(db, id, principal);
        await record(db, principal, 'project.deleted', id);
        return removed;
      });
      await objects.remove(id, refs);
      await dropJobs();
    },

    setMember: (principal, id, member) =>
      database.transaction(async (db) => {
        await checkManager(db, principal, id);
        const person =
          member.userId === undefined
            ? await directory.personByEmail(db, member.email ?? '')
            : (await directory.people(db, [member.userId])).get(member.userId);
        if (person === undefined) throw new AppError('USER_NOT_FOUND', 'There is no such account here.');
        const others = (await membersOf(db, id)).filter(({ userId }) => userId !== person.id);
        checkOwner([...others, { userId: person.id, role: member.role }]);
        await feed.recordMembers(db, principal, await rootsOf(db, id), async () => {
          await db
            .insertInto('project_members')
            .values({ project_id: id, user_id: person.id, role: member.role, created_at: isoTime(clock.now()) })
            .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: member.role }))
            .execute();
        });
        await record(db, principal, 'project.member_set', id);
        return find(db, principal, id);
      }),

    removeMember: (principal, id, userId) =>
      database.transaction(async (db) => {
        await checkManager(db, principal, id, userId === principal.accountId);
        const members = await membersOf(db, id);
        if (!members.some((member) => member.userId === userId)) throw notFound();
        checkOwner(members.filter((member) => member.userId !== userId));
        await feed.recordMembers(db, principal, await rootsOf(db, id), async () => {
          await db.deleteFrom('project_members').where('project_id', '=', id).where('user_id', '=', userId).execute();
        });
        await record(db, principal, 'project.member_removed', id);
      }),
  };
}
