import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { WorkspaceNode } from '../../../contract/workspace/node.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { NO_KEY, type Principal } from '../../../http/types.ts';
import type { Objects } from '../content/objects.ts';
import type { ContentWriter, WriteOptions } from '../content/writer.ts';
import { cleanName } from '../nodes/names.ts';
import type { NodeReader } from '../nodes/reader.ts';
import type { Spaces } from '../spaces/spaces.ts';
import {
  abortUpload,
  appendChunk,
  bytesUnderWay,
  chunksOf,
  deleteUpload,
  emptyUpload,
  findUpload,
  finishUpload,
  insertUpload,
  type UploadRow,
  uploadsToClear,
} from '../storage/uploads.ts';
import type { Directory, FileInspector } from '../types.ts';
import type { ByteRange } from './contentRange.ts';
import { createUploadOutcomes, type UploadOutcome } from './outcomes.ts';
import type { UploadTarget, UploadTargets } from './targets.ts';

/** Interface 8.2. */
const LIFETIME_MS = 60 * 60_000;
/** How long an expired session is remembered, so that its client is told so. */
const REMEMBERED_MS = 24 * 60 * 60_000;
/** Every chunk is a stored object of its own; the announced size needs seven. */
const MOST_CHUNKS = 5_000;
const SECRET_BYTES = 32;

/** What a caller shows to use a session: who they are, or the secret of its address. */
export interface UploadCaller {
  readonly principal: Principal | null;
  readonly secret: string | undefined;
}

/** Chunked uploads (interface 2.7, 3.5; rights 3). The bytes wait as encrypted objects of the space they are meant for. */
export interface UploadSessions {
  /**
   * Type, size, place and quota are checked before the first byte.
   * @returns the session, and the secret of its address, which is stored nowhere
   * @throws AppError FILE_TOO_LARGE, QUOTA_EXCEEDED, BLOCKED_TYPE, UNSUPPORTED_TYPE, and those of {@link UploadTargets.check}
   */
  begin(
    principal: Principal,
    wanted: UploadTarget & { readonly name: string; readonly sizeBytes: number },
  ): Promise<{ session: UploadRow; secret: string }>;
  /** @throws AppError SESSION_NOT_FOUND, also for what the caller may not use; SESSION_EXPIRED */
  find(id: string, caller: UploadCaller): Promise<UploadRow>;
  name(session: UploadRow): Promise<string>;
  /** The file that the session has made; null before its last range. @throws AppError SESSION_NOT_FOUND when it is locked for the agent that made it */
  made(session: UploadRow): Promise<WorkspaceNode | null>;
  /**
   * Takes the next range; the last one makes the file, and is answered with it again until the session expires.
   * @returns the file, or the session as long as bytes are missing
   * @throws AppError INVALID_RANGE, RANGE_MISMATCH, QUOTA_EXCEEDED, those of find, and those of a write of content, which end the session
   */
  put(session: UploadRow, range: ByteRange, bytes: Uint8Array): Promise<UploadRow | WorkspaceNode>;
  /** @throws AppError SESSION_NOT_FOUND when the file is there already */
  abort(session: UploadRow): Promise<void>;
  /** Drops the chunks of expired sessions, and forgets sessions that expired a day ago. */
  removeExpired(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly spaces: Spaces;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'typeOfName'>;
  readonly directory: Pick<Directory, 'isEnabled' | 'isKeyValid'>;
  readonly targets: UploadTargets;
  readonly writer: ContentWriter;
  readonly reader: Pick<NodeReader, 'node' | 'written'>;
}

/** The offset that a session waits for, in the form of the interface. */
export const nextExpectedRanges = ({ receivedBytes, outcome }: UploadRow): string[] =>
  outcome === null ? [`${String(receivedBytes)}-`] : [];

const notFound = (): AppError => new AppError('SESSION_NOT_FOUND', 'There is no such upload.');
const expired = (): AppError => new AppError('SESSION_EXPIRED', 'The upload was not completed within its time.');
const mismatch = (session: UploadRow): AppError =>
  new AppError('RANGE_MISMATCH', 'The range does not start where bytes are missing.', {
    fields: { nextExpectedRanges: nextExpectedRanges(session) },
  });
const invalidRange = (message: string): AppError => new AppError('INVALID_RANGE', message);

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
/** What the encrypted name of an upload is bound to. */
export const uploadBoundTo = (id: string): string => `upload_sessions/${id}/name`;

/** Whoever began the upload is the author of the file, whoever sends its bytes. Rights on nodes do not depend on the role in the team. */
function author({ accountId, via, keyId, agent }: UploadRow): Principal {
  return { accountId, role: 'member', via, ...NO_KEY, sessionId: null, keyId, clearText: agent === null, agent };
}

/** The account's own sessions; agents use only those they began themselves. */
function isOwn({ accountId, agent }: UploadRow, principal: Principal): boolean {
  if (principal.accountId !== accountId) return false;
  return principal.agent === null || principal.agent.id === agent?.id;
}

export function createUploadSessions(parts: Parts): UploadSessions {
  const { database, vault, clock, spaces, objects, inspector, directory, targets, writer, reader } = parts;
  const outcomes = createUploadOutcomes(vault);

  const hasExpired = ({ expiresAt }: UploadRow): boolean => expiresAt <= isoTime(clock.now());

  /** The secret in the address is worth no more than the key that began the upload. */
  const hasKey = async (db: Db, { keyId, createdAt }: UploadRow): Promise<boolean> =>
    keyId === null || directory.isKeyValid(db, keyId, { since: createdAt, now: isoTime(clock.now()) });

  const holdsSecret = async ({ accountId, accessHash }: UploadRow, secret: string): Promise<boolean> =>
    timingSafeEqual(digest(secret), Buffer.from(accessHash, 'hex')) && directory.isEnabled(database.db, accountId);

  /** The session as it is now, in the transaction that changes it. */
  async function current(db: Db, { id, receivedBytes }: UploadRow): Promise<UploadRow> {
    const session = await findUpload(db, id);
    if (session === undefined) throw notFound();
    if (!(await hasKey(db, session))) throw notFound();
    if (hasExpired(session)) throw expired();
    if (session.outcome !== null || session.receivedBytes !== receivedBytes) throw mismatch(session);
    return session;
  }

  async function discard({ id, spaceId }: UploadRow, forget: (db: Db, id: string) => Promise<void>): Promise<void> {
    const refs = await database.transaction(async (db) => {
      const chunks = await chunksOf(db, id);
      await forget(db, id);
      return chunks;
    });
    await objects.remove(spaceId, refs);
  }

  function checkRange(session: UploadRow, { start, end, total }: ByteRange, bytes: Uint8Array, expected: number): void {
    if (total !== session.sizeBytes) throw invalidRange('The range names another total than the upload.');
    if (end - start !== bytes.byteLength) throw invalidRange('The body is not as long as its range.');
    if (start !== expected) throw mismatch(session);
  }

  const append = (session: UploadRow, bytes: Uint8Array): Promise<UploadRow> =>
    objects.storing(session.spaceId, [bytes], ([contentRef]) =>
      database.commitBesideOthers(async (db) => {
        const now = await current(db, session);
        if ((await chunksOf(db, now.id)).length >= MOST_CHUNKS) throw invalidRange('The chunks are too small.');
        // Waiting bytes are not part of the quota, but a space cannot hold more of them than of files.
        if ((await bytesUnderWay(db, now.spaceId)) + bytes.byteLength > spaces.limits.maxBytes) {
          throw new AppError('QUOTA_EXCEEDED', 'Too many unfinished uploads wait in this space.');
        }
        return appendChunk(db, now, { sizeBytes: bytes.byteLength, contentRef: contentRef! });
      }),
    );

  async function assemble({ spaceId, sizeBytes }: UploadRow, chunks: readonly string[], last: Uint8Array) {
    if (chunks.length === 0) return last;
    const whole = Buffer.allocUnsafe(sizeBytes);
    let at = 0;
    for (const ref of chunks) {
      const chunk = await objects.read(spaceId, ref);
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    whole.set(last, at);
    return whole;
  }

  /** The file and what its session answers from then on are one transaction: a crash leaves both or neither. */
  async function finish(session: UploadRow, start: number, last: Uint8Array): Promise<WorkspaceNode> {
    const { id, nodeId, spaceId } = session;
    const principal = author(session);
    const chunks = await chunksOf(database.db, id);
    const bytes = await assemble(session, chunks, last);
    let made: UploadOutcome | undefined;
    const inTransaction: WriteOptions = {
      within: async (db) => {
        await current(db, session);
      },
      afterwards: async (db, node) => {
        made = { start, node: await reader.written(principal, node, db) };
        await finishUpload(db, id, await outcomes.seal(session, made));
      },
    };
    if (nodeId === null) {
      const file = { name: await sessions.name(session), bytes };
      await writer.create(principal, targets.placeOf(session), file, inTransaction);
    } else {
      await writer.replace(principal, nodeId, bytes, { ...inTransaction, revision: session.revision ?? undefined });
    }
    await objects.remove(spaceId, chunks);
    return made!.node;
  }

  /** What the session has made. A file that is locked for agents by now does not exist for the agent that made it. */
  async function outcomeOf(session: UploadRow): Promise<UploadOutcome | null> {
    const made = await outcomes.open(session);
    if (made !== null && session.agent !== null) {
      await reader.node(author(session), made.node.id).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'NOT_FOUND' ? notFound() : error;
      });
    }
    return made;
  }

  /**
   * Ends the session, unless the refusal says nothing against its file. Where another request has made the file with the same range meanwhile, as when the
   * client has given up on the first one too early, that file is the answer.
   */
  async function afterRefusal(session: UploadRow, start: number, error: unknown): Promise<WorkspaceNode> {
    if (error instanceof AppError && !MAY_BE_REPEATED.has(error.code)) await discard(session, abortUpload);
    const now = await findUpload(database.db, session.id);
    const made = now === undefined ? null : await outcomes.open(now);
    if (made?.start === start) return made.node;
    throw error;
  }

  const sessions: UploadSessions = {
    async begin(principal, { name, sizeBytes, ...target }) {
      const clean = cleanName(name);
      inspector.typeOfName(clean);
      if (sizeBytes > LIMITS.fileBytes) {
        throw new AppError('FILE_TOO_LARGE', 'The file is too large.', { details: { maxFileBytes: LIMITS.fileBytes } });
      }
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const id = randomUUID();
      const session = await database.transaction(async (db) => {
        const place = await targets.check(db, principal, target);
        await spaces.checkRoom(db, place.spaceId, { bytes: sizeBytes, files: place.nodeId === null ? 1 : 0 });
        const made: UploadRow = {
          id,
          accountId: principal.accountId,
          keyId: principal.keyId,
          agent: principal.agent,
          via: principal.via,
          accessHash: digest(secret).toString('hex'),
          ...place,
          name: await vault.encryptText(place.spaceId, uploadBoundTo(id), clean),
          sizeBytes,
          receivedBytes: 0,
          outcome: null,
          createdAt: isoTime(clock.now()),
          expiresAt: isoTime(clock.now() + LIFETIME_MS),
        };
        await insertUpload(db, made);
        return made;
      });
      return { session, secret };
    },

    async find(id, { principal, secret }) {
      const session = await findUpload(database.db, id);
      if (session === undefined) throw notFound();
      const may =
        (principal !== null && isOwn(session, principal)) ||
        (secret !== undefined && (await holdsSecret(session, secret)));
      if (!may) throw notFound();
      if (!(await hasKey(database.db, session))) {
        await discard(session, deleteUpload);
        throw notFound();
      }
      if (hasExpired(session)) {
        await discard(session, emptyUpload);
        throw expired();
      }
      return session;
    },

    name: ({ id, spaceId, name }) => vault.decryptText(spaceId, uploadBoundTo(id), name),

    made: async (session) => (await outcomeOf(session))?.node ?? null,

    async put(session, range, bytes) {
      const made = await outcomeOf(session);
      checkRange(session, range, bytes, made?.start ?? session.receivedBytes);
      const isLast = range.end === session.sizeBytes;
      if (made !== null && !isLast) throw mismatch(session);
      if (made !== null) return made.node;
      if (!isLast) return append(session, bytes);
      return finish(session, range.start, bytes).catch((error: unknown) => afterRefusal(session, range.start, error));
    },

    async abort(session) {
      if (session.outcome !== null) throw notFound();
      await discard(session, abortUpload);
    },

    async removeExpired() {
      const now = clock.now();
      const forgotten = isoTime(now - REMEMBERED_MS);
      for (const session of await uploadsToClear(database.db, isoTime(now), forgotten)) {
        await discard(session, session.expiresAt <= forgotten ? deleteUpload : emptyUpload);
      }
    },
  };
  return sessions;
}

/** Refusals of the last range that say nothing against its file: it may be sent again, or somebody else has ended the session. */
const MAY_BE_REPEATED: ReadonlySet<string> = new Set([
  'QUOTA_EXCEEDED',
  'RANGE_MISMATCH',
  'SESSION_NOT_FOUND',
  'SESSION_EXPIRED',
]);
