import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { answerRestoreRequest, RestoreRequest } from '../../../contract/workspace/versions.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import { NO_KEY, type Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import { etagOf } from '../content/revisions.ts';
import { addToInbox } from '../storage/inbox.ts';
import {
  endRequest,
  findRestoreRequest,
  overdueRequests,
  pendingRequestOf,
  type RestoreRequestRow,
} from '../storage/restoreRequests.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { Directory, WorkspaceAudit } from '../types.ts';
import type { Consent } from './consent.ts';
import { mayOverride, type VersionPresenter } from './presenter.ts';
import { type FileNode, type RestoreWriting, stale } from './writing.ts';

/** Requests to restore a version (interface 3.4). */
export interface RestoreRequests {
  /** Everybody who sees the file may read the request. @throws AppError NOT_FOUND */
  get(principal: Principal, id: string): Promise<RestoreRequest>;
  /**
   * Approves or rejects as the person who was asked, or overrides by the team role.
   * @param ifMatch - of the request, where it grants
   * @throws AppError NOT_FOUND, FORBIDDEN, NOT_PENDING, PRECONDITION_FAILED, STALE, BLOB_UNAVAILABLE, QUOTA_EXCEEDED
   */
  answer(
    principal: Principal,
    id: string,
    action: 'approve' | 'reject' | 'override',
    ifMatch?: ContentPrecondition,
  ): Promise<ResponseOf<typeof answerRestoreRequest>>;
  /** Ends the pending request of a file that can no longer be granted: overdue, of an earlier state of the file, or put to somebody without access. */
  settle(db: Db, node: FileNode): Promise<void>;
  /** Ends every request that nobody has answered in time. */
  expire(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly audit: WorkspaceAudit;
  readonly consent: Pick<Consent, 'canBeAsked'>;
  readonly directory: Pick<Directory, 'isEnabled'>;
  readonly presenter: VersionPresenter;
  readonly writing: RestoreWriting;
}

const END_STATES = Object.freeze({ approve: 'approved', reject: 'declined', override: 'overridden' } as const);

const notPending = (): AppError => new AppError('NOT_PENDING', 'The request has been answered or has expired.');

/** The person, or their agent, in whose name the version comes back: who asked for it. */
function requester({ requestedBy, agent }: RestoreRequestRow): Principal {
  return { accountId: requestedBy, role: 'member', via: 'session', ...NO_KEY, sessionId: null, agent };
}

export function createRestoreRequests(parts: Parts): RestoreRequests {
  const { database, clock, access, audit, consent, directory, presenter, writing } = parts;
  const now = (): string => isoTime(clock.now());

  /** A request as it stands: one that is overdue has expired, also before the upkeep has seen it. */
  async function find(
    db: Db,
    principal: Principal,
    id: string,
  ): Promise<{ request: RestoreRequestRow; node: NodeRow }> {
    const request = await findRestoreRequest(db, id);
    if (request === undefined) throw notFound();
    const { node } = await access.find(db, principal, request.nodeId);
    const isOverdue = request.status === 'pending' && request.expiresAt <= now();
    return { node, request: isOverdue ? { ...request, status: 'expired' } : request };
  }

  function checkMayAnswer(principal: Principal, { askedOf }: RestoreRequestRow, action: keyof typeof END_STATES): void {
    const may =
      action === 'override' ? mayOverride(principal) : principal.agent === null && askedOf === principal.accountId;
    if (!may) throw new AppError('FORBIDDEN', 'You cannot answer this request.');
  }

  /** Ends a request and tells who has asked. */
  async function end(
    db: Db,
    request: RestoreRequestRow,
    status: RestoreRequestRow['status'],
    answeredBy: string | null,
  ): Promise<boolean> {
    const at = now();
    const ended = await endRequest(db, request.id, { status, answeredBy, answeredAt: answeredBy === null ? null : at });
    if (ended && request.requestedBy !== answeredBy) {
      await addToInbox(db, {
        userId: request.requestedBy,
        kind: 'restore_answer',
        nodeId: request.nodeId,
        actorId: answeredBy,
        requestId: request.id,
        at,
      });
    }
    return ended;
  }

  async function endOrRefuse(db: Db, request: RestoreRequestRow, action: keyof typeof END_STATES, by: string) {
    if (!(await end(db, request, END_STATES[action], by))) throw notPending();
  }

  async function mayWrite(author: Principal, nodeId: string): Promise<boolean> {
    try {
      await access.find(database.db, author, nodeId, { role: 'editor', state: 'active' });
      return await directory.isEnabled(database.db, author.accountId);
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Writes the version in the name of who asked, who must still be allowed to write the file. */
  async function grant(
    principal: Principal,
    request: RestoreRequestRow,
    node: NodeRow,
    action: 'approve' | 'override',
    ifMatch: ContentPrecondition | undefined,
  ): Promise<number> {
    const { file } = node;
    ifMatch?.(file === null ? null : etagOf(file));
    if (file?.revision !== request.currentRevision) throw stale(file?.revision);
    const author = requester(request);
    if (!(await mayWrite(author, node.id))) throw new AppError('STALE', 'Who asked may no longer write this file.');
    return writing.write(author, { ...node, file }, request.revision, async (db) => {
      await endOrRefuse(db, request, action, principal.accountId);
      if (action === 'override') {
        await audit.record(db, { principal, action: 'restore.overridden', target: { kind: 'node', id: node.id } });
      }
    });
  }

  return {
    async get(principal, id) {
      const { request, node } = await find(database.db, principal, id);
      return presenter.request(database.db, principal, node, request);
    },

    async answer(principal, id, action, ifMatch) {
      const { request, node } = await find(database.db, principal, id);
      checkMayAnswer(principal, request, action);
      if (request.status !== 'pending') throw notPending();
      let revision: number | null = null;
      if (action === 'reject') {
        await database.transaction((db) => endOrRefuse(db, request, action, principal.accountId));
      } else {
        revision = await grant(principal, request, node, action, ifMatch).catch(async (error: unknown) => {
          // It can never be granted any more, so it does not wait any longer either.
          if (error instanceof AppError && error.code === 'STALE') {
            await database.transaction((db) => end(db, request, 'expired', null));
          }
          throw error;
        });
      }
      const answered = await find(database.db, principal, id);
      return { request: await presenter.request(database.db, principal, answered.node, answered.request), revision };
    },

    async settle(db, node) {
      const pending = await pendingRequestOf(db, node.id);
      if (pending === undefined) return;
      const isOver = pending.expiresAt <= now() || pending.currentRevision !== node.file.revision;
      if (isOver || !(await consent.canBeAsked(db, pending.askedOf, node))) await end(db, pending, 'expired', null);
    },

    expire: () =>
      database.transaction(async (db) => {
        for (const request of await overdueRequests(db, now())) await end(db, request, 'expired', null);
      }),
  };
}
