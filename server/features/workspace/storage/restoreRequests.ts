import { z } from 'zod';
import { RESTORE_STATES } from '../../../contract/workspace/versions.ts';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

/** Somebody asks to restore a version that drops another person's work (interface 3.4). */
export interface RestoreRequestRow {
  readonly id: string;
  readonly nodeId: string;
  /** The version that is to come back. */
  readonly revision: number;
  /** Revision of the file when it was asked. */
  readonly currentRevision: number;
  readonly status: (typeof RESTORE_STATES)[number];
  readonly requestedBy: string;
  /** The agent that asked in that person's name. */
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly askedOf: string;
  readonly answeredBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly answeredAt: string | null;
}

const row = z
  .object({
    id: z.string(),
    node_id: z.string(),
    revision: z.number().int(),
    current_revision: z.number().int(),
    status: z.enum(RESTORE_STATES),
    requested_by: z.string(),
    agent_id: z.string().nullable(),
    agent_name: z.string().nullable(),
    asked_of: z.string(),
    answered_by: z.string().nullable(),
    created_at: z.string(),
    expires_at: z.string(),
    answered_at: z.string().nullable(),
  })
  .transform((value): RestoreRequestRow => ({
    id: value.id,
    nodeId: value.node_id,
    revision: value.revision,
    currentRevision: value.current_revision,
    status: value.status,
    requestedBy: value.requested_by,
    agent: value.agent_id === null ? null : { id: value.agent_id, name: value.agent_name ?? '' },
    askedOf: value.asked_of,
    answeredBy: value.answered_by,
    createdAt: value.created_at,
    expiresAt: value.expires_at,
    answeredAt: value.answered_at,
  }));

export async function insertRestoreRequest(db: Db, request: RestoreRequestRow): Promise<void> {
  await db
    .insertInto('restore_requests')
    .values({
      id: request.id,
      node_id: request.nodeId,
      revision: request.revision,
      current_revision: request.currentRevision,
      status: request.status,
      requested_by: request.requestedBy,
      agent_id: request.agent?.id ?? null,
      agent_name: request.agent?.name ?? null,
      asked_of: request.askedOf,
      answered_by: request.answeredBy,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
      answered_at: request.answeredAt,
    })
    .execute();
}

export async function findRestoreRequest(db: Db, id: string): Promise<RestoreRequestRow | undefined> {
  const found = await db.selectFrom('restore_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return found && row.parse(found);
}

/** The request of a file that waits for an answer. */
export async function pendingRequestOf(db: Db, nodeId: string): Promise<RestoreRequestRow | undefined> {
  const found = await db
    .selectFrom('restore_requests')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return found && row.parse(found);
}

/** Requests that nobody has answered in time. */
export async function overdueRequests(db: Db, now: string): Promise<RestoreRequestRow[]> {
  const rows = await db
    .selectFrom('restore_requests')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Ends a request that is pending; false when it was not. */
export async function endRequest(
  db: Db,
  id: string,
  end: Pick<RestoreRequestRow, 'status' | 'answeredBy' | 'answeredAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('restore_requests')
    .set({ status: end.status, answered_by: end.answeredBy, answered_at: end.answeredAt })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
