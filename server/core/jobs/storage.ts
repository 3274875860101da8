import { z } from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Db } from '../db/types.ts';
import type { JobRecord } from './types.ts';

declare module '../db/types.ts' {
  interface Tables {
    work: {
      id: string;
      account_id: string;
      kind: string;
      /** Encrypted; null once the job has ended. */
      input: Uint8Array | null;
      state: 'queued' | 'running' | 'completed' | 'failed';
      progress: number;
      stage: string;
      error: string | null;
      code: string | null;
      /** How often the job was started. */
      attempts: number;
      /** How often the process ended without warning while the job ran. */
      crashes: number;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
    };
  }
}

/** Why a job failed: a safe sentence and its code. */
export interface JobFailure {
  readonly error: string;
  readonly code: ErrorCode;
}

/** One start of a job. Whoever was stopped while another took the job over has an older one, and no say any more. */
export interface Claim {
  readonly id: string;
  /** Number of the start, from 1 on. */
  readonly attempt: number;
}

/** A job taken from the queue. */
export interface ClaimedJob extends Claim {
  readonly accountId: string;
  readonly kind: string;
  readonly input: Uint8Array;
}

const recordRow = z
  .object({
    id: z.string(),
    account_id: z.string(),
    kind: z.string(),
    state: z.enum(['queued', 'running', 'completed', 'failed']),
    progress: z.number(),
    stage: z.string(),
    error: z.string().nullable(),
    code: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .transform((row): JobRecord => ({
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    state: row.state === 'queued' || row.state === 'running' ? 'processing' : row.state,
    progress: row.progress,
    stage: row.stage,
    error: row.error,
    code: row.code,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }));
const queuedAccountRow = z.object({ account_id: z.string() });
const claimedRow = z
  .object({
    id: z.string(),
    account_id: z.string(),
    kind: z.string(),
    input: z.instanceof(Uint8Array),
    attempts: z.number().int(),
  })
  .transform((row): ClaimedJob => ({
    id: row.id,
    attempt: row.attempts,
    accountId: row.account_id,
    kind: row.kind,
    input: row.input,
  }));
const jobOfKindRow = z
  .object({ id: z.string(), account_id: z.string(), kind: z.string(), crashes: z.number().int() })
  .transform((row) => ({ id: row.id, accountId: row.account_id, kind: row.kind, crashes: row.crashes }));

/** What is needed to clean up after a job that nobody runs. */
export type JobOfKind = z.output<typeof jobOfKindRow>;

/** Ids per query: below the limit of bound values of every database. */
const IDS_PER_QUERY = 500;

export async function insertJob(
  db: Db,
  job: { id: string; accountId: string; kind: string; input: Uint8Array; createdAt: string },
): Promise<void> {
  await db
    .insertInto('work')
    .values({
      id: job.id,
      account_id: job.accountId,
      kind: job.kind,
      input: job.input,
      state: 'queued',
      progress: 0,
      stage: 'queued',
      error: null,
      code: null,
      attempts: 0,
      crashes: 0,
      created_at: job.createdAt,
      started_at: null,
      finished_at: null,
    })
    .execute();
}

export async function readRecords(db: Db, ids: readonly string[]): Promise<JobRecord[]> {
  const records: JobRecord[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY);
    const rows = await db.selectFrom('work').selectAll().where('id', 'in', part).execute();
    records.push(...rows.map((row) => recordRow.parse(row)));
  }
  return records;
}

/** Accounts with queued jobs, those with the oldest first. */
export async function accountsWithQueuedJobs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('work')
    .select(['account_id', (eb) => eb.fn.min('created_at').as('oldest')])
    .where('state', '=', 'queued')
    .groupBy('account_id')
    .orderBy('oldest')
    .execute();
  return rows.map((row) => queuedAccountRow.parse(row).account_id);
}

/** Takes the oldest queued job of an account and marks it running; those of `background` kinds come after all others. */
export async function claimNext(
  db: Db,
  accountId: string,
  background: readonly string[],
  startedAt: string,
): Promise<ClaimedJob | undefined> {
  const row = await db
    .updateTable('work')
    .set((eb) => ({ state: 'running', started_at: startedAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('work')
        .select('id')
        .where('state', '=', 'queued')
        .where('account_id', '=', accountId)
        .$if(background.length > 0, (query) =>
          query.orderBy((inner) => inner.case().when('kind', 'in', background).then(1).else(0).end()),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(1),
    )
    .returning(['id', 'account_id', 'kind', 'input', 'attempts'])
    .executeTakeFirst();
  return row === undefined ? undefined : claimedRow.parse(row);
}

/** Whether the job still runs in this claim: nobody else has taken it over, cancelled or deleted it. */
export async function holdsClaim(db: Db, { id, attempt }: Claim): Promise<boolean> {
  const row = await db
    .selectFrom('work')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempt)
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeProgress(db: Db, { id, attempt }: Claim, progress: number, stage: string): Promise<void> {
  await db
    .updateTable('work')
    .set({ progress, stage })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempt)
    .execute();
}

/** The caller has seen, in the same transaction, that the claim holds. */
export async function markCompleted(db: Db, id: string, finishedAt: string): Promise<void> {
  await db
    .updateTable('work')
    .set({ state: 'completed', progress: 1, input: null, finished_at: finishedAt })
    .where('id', '=', id)
    .execute();
}

/** The caller has seen, in the same transaction, that the claim holds, or that nobody has one. */
export async function markFailed(db: Db, id: string, failure: JobFailure, finishedAt: string): Promise<void> {
  await db
    .updateTable('work')
    .set({ state: 'failed', error: failure.error, code: failure.code, input: null, finished_at: finishedAt })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

/** The job while it waits in the queue. */
export async function findQueued(db: Db, id: string): Promise<JobOfKind | undefined> {
  const row = await db
    .selectFrom('work')
    .select(['id', 'account_id', 'kind', 'crashes'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row && jobOfKindRow.parse(row);
}

/** Puts a running job back into the queue, as if it had not been started; the number of its starts stays. */
export async function markQueued(db: Db, id: string, change: { attempt?: number; crashes?: number }): Promise<void> {
  const { attempt, crashes } = change;
  await db
    .updateTable('work')
    .set({
      state: 'queued',
      progress: 0,
      stage: 'queued',
      started_at: null,
      ...(crashes === undefined ? {} : { crashes }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt!))
    .execute();
}

/** Jobs that ran when an earlier process ended without stopping them. */
export async function interruptedJobs(db: Db): Promise<JobOfKind[]> {
  const rows = await db
    .selectFrom('work')
    .select(['id', 'account_id', 'kind', 'crashes'])
    .where('state', '=', 'running')
    .execute();
  return rows.map((row) => jobOfKindRow.parse(row));
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('work').where('id', '=', id).execute();
}

/** Ids of an account's jobs that wait or run. */
export async function unfinishedJobs(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('work')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteJobsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('work').where('account_id', '=', accountId).execute();
}
