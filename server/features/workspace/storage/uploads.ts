import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

/** A chunked upload that is under way, that has made its file, or that has expired. */
export interface UploadRow {
  readonly id: string;
  readonly accountId: string;
  readonly agent: { readonly id: string; readonly name: string } | null;
  /** The key that began it, with which it ends; null: a person began it. */
  readonly keyId: string | null;
  readonly via: 'session' | 'api_key' | 'desktop';
  /** SHA-256 of the secret in the address of the session, in hex. */
  readonly accessHash: string;
  readonly spaceId: string;
  readonly parentId: string | null;
  /** File whose content is replaced; null: a new file. */
  readonly nodeId: string | null;
  /** Revision that the replaced file has to have; null: any. */
  readonly revision: number | null;
  /** Encrypted. */
  readonly name: Uint8Array;
  readonly sizeBytes: number;
  /** Gapless bytes from the start. */
  readonly receivedBytes: number;
  /** What it has made, encrypted; null before that, and after its time. */
  readonly outcome: Uint8Array | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    key_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    agent_name: z.string().nullable(),
    via: z.enum(['session', 'api_key', 'desktop']),
    access_hash: z.string(),
    space_id: z.string(),
    parent_id: z.string().nullable(),
    node_id: z.string().nullable(),
    revision: z.number().int().nullable(),
    name: z.instanceof(Uint8Array),
    size_bytes: z.number().int(),
    received_bytes: z.number().int(),
    outcome: z.instanceof(Uint8Array).nullable(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .transform((value): UploadRow => ({
    id: value.id,
    accountId: value.account_id,
    keyId: value.key_id,
    agent: value.agent_id === null ? null : { id: value.agent_id, name: value.agent_name ?? '' },
    via: value.via,
    accessHash: value.access_hash,
    spaceId: value.space_id,
    parentId: value.parent_id,
    nodeId: value.node_id,
    revision: value.revision,
    name: value.name,
    sizeBytes: value.size_bytes,
    receivedBytes: value.received_bytes,
    outcome: value.outcome,
    createdAt: value.created_at,
    expiresAt: value.expires_at,
  }));

export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
  await db
    .insertInto('upload_sessions')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      key_id: upload.keyId,
      agent_id: upload.agent?.id ?? null,
      agent_name: upload.agent?.name ?? null,
      via: upload.via,
      access_hash: upload.accessHash,
      space_id: upload.spaceId,
      parent_id: upload.parentId,
      node_id: upload.nodeId,
      revision: upload.revision,
      name: upload.name,
      size_bytes: upload.sizeBytes,
      received_bytes: upload.receivedBytes,
      outcome: upload.outcome,
      created_at: upload.createdAt,
      expires_at: upload.expiresAt,
    })
    .execute();
}

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const found = await db.selectFrom('upload_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return found && row.parse(found);
}

/** Sessions whose time ended at `time` or before and that still hold something, and all whose time ended at `forgotten` or before. */
export async function uploadsToClear(db: Db, time: string, forgotten: string): Promise<UploadRow[]> {
  const rows = await db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('expires_at', '<=', time)
    .where((eb) =>
      eb.or([eb('received_bytes', '>', 0), eb('outcome', 'is not', null), eb('expires_at', '<=', forgotten)]),
    )
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Bytes that wait in the open sessions of a space. */
export async function bytesUnderWay(db: Db, spaceId: string): Promise<number> {
  const found = await db
    .selectFrom('upload_sessions')
    .select((eb) => eb.fn.sum<number | null>('received_bytes').as('bytes'))
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return found?.bytes ?? 0;
}

/** Adds the next chunk; the caller has checked that it follows what is there. */
export async function appendChunk(
  db: Db,
  upload: UploadRow,
  chunk: { readonly sizeBytes: number; readonly contentRef: string },
): Promise<UploadRow> {
  const receivedBytes = upload.receivedBytes + chunk.sizeBytes;
  await db
    .insertInto('upload_chunks')
    .values({
      session_id: upload.id,
      start: upload.receivedBytes,
      size_bytes: chunk.sizeBytes,
      content_ref: chunk.contentRef,
    })
    .execute();
  await db.updateTable('upload_sessions').set({ received_bytes: receivedBytes }).where('id', '=', upload.id).execute();
  return { ...upload, receivedBytes };
}

/** Objects of the chunks of a session, in the order of the file. */
export async function chunksOf(db: Db, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_chunks')
    .select('content_ref')
    .where('session_id', '=', uploadId)
    .orderBy('start')
    .execute();
  return rows.map(({ content_ref }) => content_ref);
}

/** Objects of all chunks that wait in a space. */
export async function chunksInSpace(db: Db, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_chunks')
    .innerJoin('upload_sessions', 'upload_sessions.id', 'upload_chunks.session_id')
    .select('upload_chunks.content_ref as ref')
    .where('upload_sessions.space_id', '=', spaceId)
    .execute();
  return rows.map(({ ref }) => ref);
}

/** Drops what a session has received and made; the session itself stays. */
export const emptyUpload = (db: Db, uploadId: string): Promise<void> => dropChunks(db, uploadId, null);

/** Keeps what a session has made in place of its chunks. */
export const finishUpload = (db: Db, uploadId: string, outcome: Uint8Array): Promise<void> =>
  dropChunks(db, uploadId, outcome);

async function dropChunks(db: Db, uploadId: string, outcome: Uint8Array | null): Promise<void> {
  await db.deleteFrom('upload_chunks').where('session_id', '=', uploadId).execute();
  await db.updateTable('upload_sessions').set({ received_bytes: 0, outcome }).where('id', '=', uploadId).execute();
}

/** Ends a session that has not made its file; its chunks go with it. */
export async function abortUpload(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_sessions').where('id', '=', uploadId).where('outcome', 'is', null).execute();
}

/** Forgets a session; its chunks go with it. */
export async function deleteUpload(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_sessions').where('id', '=', uploadId).execute();
}
