import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { restoreVersion } from '../../../contract/workspace/versions.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import { etagOf } from '../content/revisions.ts';
import { addToInbox } from '../storage/inbox.ts';
import { insertRestoreRequest, pendingRequestOf } from '../storage/restoreRequests.ts';
import type { Consent } from './consent.ts';
import type { RestoreRequests } from './requests.ts';
import { type FileNode, type RestoreWriting, stale } from './writing.ts';

/** How long a request waits for its answer (decisions 5). */
const REQUEST_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/** Brings old versions back, at once or with the consent of those whose work would drop out (interface 3.3). */
export interface Restorer {
  /** @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FILE, PRECONDITION_FAILED, STALE, ALREADY_PENDING, BLOB_UNAVAILABLE, QUOTA_EXCEEDED */
  restore(
    principal: Principal,
    order: BodyOf<typeof restoreVersion>,
    ifMatch?: ContentPrecondition,
  ): Promise<ResponseOf<typeof restoreVersion>>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly objects: Pick<Objects, 'read'>;
  readonly consent: Consent;
  readonly requests: Pick<RestoreRequests, 'settle'>;
  readonly writing: RestoreWriting;
}

export function createRestorer({ database, clock, access, objects, consent, requests, writing }: Parts): Restorer {
  async function fileOf(db: Db, principal: Principal, id: string): Promise<FileNode> {
    const { node } = await access.find(db, principal, id, { role: 'editor', state: 'active' });
    const { file } = node;
    if (file === null) throw new AppError('NOT_A_FILE', 'Only files have versions.');
    return { ...node, file };
  }

  /** Asks the author whose work would drop out. */
  const ask = (principal: Principal, seen: FileNode, revision: number, askedOf: string): Promise<string> =>
    database.transaction(async (db) => {
      const node = await fileOf(db, principal, seen.id);
      if (node.file.revision !== seen.file.revision) throw stale(node.file.revision);
      await requests.settle(db, node);
      const pending = await pendingRequestOf(db, node.id);
      if (pending !== undefined) {
        throw new AppError('ALREADY_PENDING', 'A request to restore a version of this file waits for its answer.', {
          details: { requestId: pending.id },
        });
      }
      const id = randomUUID();
      const now = clock.now();
      await insertRestoreRequest(db, {
        ...{ id, revision, askedOf },
        nodeId: node.id,
        currentRevision: node.file.revision,
        status: 'pending',
        requestedBy: principal.accountId,
        agent: principal.agent,
        answeredBy: null,
        createdAt: isoTime(now),
        expiresAt: isoTime(now + REQUEST_DAYS * DAY_MS),
        answeredAt: null,
      });
      await addToInbox(db, {
        userId: askedOf,
        kind: 'restore_request',
        nodeId: node.id,
        actorId: principal.accountId,
        requestId: id,
        at: isoTime(now),
      });
      return id;
    });

  return {
    async restore(principal, { node_id, revision, currentRevision }, ifMatch) {
      const { db } = database;
      const node = await fileOf(db, principal, node_id);
      ifMatch?.(etagOf(node.file));
      if (currentRevision !== undefined && currentRevision !== node.file.revision) throw stale(node.file.revision);
      const { contentRef } = await writing.version(db, node, revision);
      if (revision === node.file.revision) {
        throw new AppError('STALE', 'This version is the present state of the file.', {
          details: { reason: 'current', currentRevision: revision },
        });
      }
      const askedOf = await consent.askedFor(db, principal.accountId, node, revision);
      if (askedOf === null)
        return { art: 'wiederhergestellt', revision: await writing.write(principal, node, revision) };
      // Nobody is asked for what could not be restored anyway.
      await objects.read(node.spaceId, contentRef);
      return { art: 'angefragt', requestId: await ask(principal, node, revision, askedOf) };
    },
  };
}
