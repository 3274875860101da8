import type { Selectable } from 'kysely';
import { z } from 'zod';
import { decodeCursor, encodeCursor, textAndId } from '../../../core/db/paging.ts';
import type { Db } from '../../../core/db/types.ts';
import type { BlobRef } from '../../../core/blobs/types.ts';
import type { DocumentFormat } from '../../../documents/types.ts';
import type { AnonymizationJobTable } from '../migrations.ts';
import { documentFormat, type JobOptions, jobOptionsRecord, type StoredMetadata, storedMetadata } from '../types.ts';

/** A job's row, parsed. */
export interface JobRow {
  readonly id: string;
  readonly accountId: string;
  readonly source: 'text' | 'file';
  /** Encrypted. */
  readonly filename: Uint8Array;
  readonly format: DocumentFormat | null;
  readonly options: JobOptions;
  readonly revision: number;
  readonly inputRef: BlobRef;
  readonly createdAt: string;
  /** API key that made the job; null: a person did. */
  readonly keyId: string | null;
  /** File of the workspace that the job was made from; null: it came with the request. */
  readonly nodeId: string | null;
  /** Set together when the job has completed. */
  readonly result: JobResult | null;
}

export interface JobResult {
  readonly originalRef: BlobRef;
  readonly anonymizedRef: BlobRef;
  readonly entitiesRef: BlobRef;
  /** Recognized words with their places; null where nothing was recognized. */
  readonly layoutRef: BlobRef | null;
  readonly metadata: StoredMetadata;
  readonly completedAt: string;
}

/** The objects of a result. */
export function objectsOf({ originalRef, anonymizedRef, entitiesRef, layoutRef }: JobResult): (BlobRef | null)[] {
  return [originalRef, anonymizedRef, entitiesRef, layoutRef];
}

/** Below the parameter limits of every database. */
const NODES_PER_QUERY = 400;

export type NewJob = Omit<JobRow, 'revision' | 'result'>;

const COLUMNS = [
  'id',
  'account_id',
  'source',
  'filename',
  'format',
  'options',
  'revision',
  'input_ref',
  'original_ref',
  'anonymized_ref',
  'entities_ref',
  'layout_ref',
  'metadata',
  'created_at',
  'completed_at',
  'key_id',
  'node_id',
] as const satisfies readonly (keyof AnonymizationJobTable)[];

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    source: z.enum(['text', 'file']),
    filename: z.instanceof(Uint8Array),
    format: documentFormat.nullable(),
    options: z.string().transform((text) => jobOptionsRecord.parse(JSON.parse(text))),
    revision: z.number().int(),
    input_ref: z.string(),
    original_ref: z.string().nullable(),
    anonymized_ref: z.string().nullable(),
    entities_ref: z.string().nullable(),
    layout_ref: z.string().nullable(),
    metadata: z.string().nullable(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    key_id: z.string().nullable(),
    node_id: z.string().nullable(),
  })
  .transform((value): JobRow => ({
    id: value.id,
    accountId: value.account_id,
    source: value.source,
    filename: value.filename,
    format: value.format,
    options: value.options,
    revision: value.revision,
    inputRef: value.input_ref,
    createdAt: value.created_at,
    keyId: value.key_id,
    nodeId: value.node_id,
    result: resultOf(value),
  }));

function resultOf(
  value: Pick<
    Selectable<AnonymizationJobTable>,
    'original_ref' | 'anonymized_ref' | 'entities_ref' | 'layout_ref' | 'metadata' | 'completed_at'
  >,
): JobResult | null {
  const { original_ref, anonymized_ref, entities_ref, layout_ref, metadata, completed_at } = value;
  if (original_ref === null || anonymized_ref === null || entities_ref === null) return null;
  if (metadata === null || completed_at === null) return null;
  return {
    originalRef: original_ref,
    anonymizedRef: anonymized_ref,
    entitiesRef: entities_ref,
    layoutRef: layout_ref,
    metadata: storedMetadata.parse(JSON.parse(metadata)),
    completedAt: completed_at,
  };
}

export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await db
    .insertInto('anonymization_jobs')
    .values({
      id: job.id,
      account_id: job.accountId,
      source: job.source,
      filename: job.filename,
      format: job.format,
      options: JSON.stringify(job.options),
      revision: 0,
      input_ref: job.inputRef,
      original_ref: null,
      anonymized_ref: null,
      entities_ref: null,
      layout_ref: null,
      metadata: null,
      created_at: job.createdAt,
      completed_at: null,
      key_id: job.keyId,
      node_id: job.nodeId,
    })
    .execute();
}

/** A job of this account; another account's job is as absent as none. */
export async function findJob(db: Db, accountId: string, id: string): Promise<JobRow | undefined> {
  const found = await db
    .selectFrom('anonymization_jobs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found === undefined ? undefined : row.parse(found);
}

/** The jobs of all accounts that were made from these files. */
export async function jobsOfNodes(db: Db, nodeIds: readonly string[]): Promise<JobRow[]> {
  const found: JobRow[] = [];
  for (let from = 0; from < nodeIds.length; from += NODES_PER_QUERY) {
    const rows = await db
      .selectFrom('anonymization_jobs')
      .select(COLUMNS)
      .where('node_id', 'in', nodeIds.slice(from, from + NODES_PER_QUERY))
      .execute();
    for (const value of rows) found.push(row.parse(value));
  }
  return found;
}

/** Stores a result; false when the job has moved on from `expectedRevision` meanwhile, or is gone. */
export async function storeResult(db: Db, id: string, expectedRevision: number, result: JobResult): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('anonymization_jobs')
    .set({
      revision: expectedRevision + 1,
      original_ref: result.originalRef,
      anonymized_ref: result.anonymizedRef,
      entities_ref: result.entitiesRef,
      layout_ref: result.layoutRef,
      metadata: JSON.stringify(result.metadata),
      completed_at: result.completedAt,
    })
    .where('id', '=', id)
    .where('revision', '=', expectedRevision)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function deleteJobRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('anonymization_jobs').where('id', '=', id).execute();
}

/** Where a list goes on: after this job. */
export function cursorAfter(job: JobRow): string {
  return encodeCursor([job.createdAt, job.id]);
}

/** Jobs of an account, newest first. */
export async function listJobRows(
  db: Db,
  accountId: string,
  options: { readonly limit: number; readonly cursor: string | undefined; readonly completed: boolean | undefined },
): Promise<JobRow[]> {
  const after = decodeCursor(options.cursor, textAndId);
  let query = db
    .selectFrom('anonymization_jobs')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(options.limit);
  if (options.completed !== undefined) query = query.where('completed_at', options.completed ? 'is not' : 'is', null);
  if (after !== null) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after[0], after[1])));
  }
  return z.array(row).parse(await query.execute());
}

/** Jobs of all accounts made before a time, oldest first: candidates of the retention rule. */
export async function listJobsMadeBefore(
  db: Db,
  before: string,
  after: { readonly createdAt: string; readonly id: string } | null,
  limit: number,
): Promise<JobRow[]> {
  let query = db
    .selectFrom('anonymization_jobs')
    .select(COLUMNS)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after !== null) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.createdAt, after.id)));
  }
  return z.array(row).parse(await query.execute());
}

/** Every object that a job refers to, in batches. */
export async function* blobReferences(db: Db): AsyncGenerator<{ accountId: string; ref: BlobRef }> {
  const batch = 500;
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('anonymization_jobs')
      .select(['id', 'account_id', 'input_ref', 'original_ref', 'anonymized_ref', 'entities_ref', 'layout_ref'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const job of rows) {
      for (const ref of [job.input_ref, job.original_ref, job.anonymized_ref, job.entities_ref, job.layout_ref]) {
        if (ref !== null) yield { accountId: job.account_id, ref };
      }
    }
    if (rows.length < batch) return;
    last = rows.at(-1)!.id;
  }
}
