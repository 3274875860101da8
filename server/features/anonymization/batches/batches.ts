import { randomUUID } from 'node:crypto';
import type { Batch, BatchFile, BatchSummary } from '../../../contract/batches.ts';
import type { Page } from '../../../contract/common.ts';
import { isoTime } from '../../../core/clock.ts';
import { toPage } from '../../../core/db/paging.ts';
import { AppError } from '../../../core/errors.ts';
import { mapInTurns } from '../../../core/turns.ts';
import type { Principal, UploadedFile } from '../../../http/types.ts';
import type { JobCreator, PreparedJob } from '../jobs/createJobs.ts';
import { seesOriginals } from '../jobs/jobRights.ts';
import type { JobRemover } from '../jobs/jobRemover.ts';
import type { RequestedOptions } from '../jobs/options.ts';
import type { AnonymizationDependencies } from '../types.ts';
import { batchInputs, type BatchInput } from './batchInputs.ts';
import * as storage from './batchStorage.ts';

const DAY_MS = 86_400_000;

/**
 * Many files at once: each is a job of its own. Another account's batch is BATCH_NOT_FOUND, like one that never was, and so is one whose names of files an
 * agent may not see.
 */
export interface Batches {
  /** Makes the jobs of all files together or none. @throws AppError for a request that is not a batch */
  create(
    principal: Principal,
    files: readonly UploadedFile[],
    options: RequestedOptions & { readonly name?: string | undefined; readonly paths?: readonly string[] | undefined },
    signal: AbortSignal,
  ): Promise<{ batch_id: string }>;
  get(principal: Principal, id: string): Promise<Batch>;
  list(
    principal: Principal,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<BatchSummary>>;
  /** Stops what waits or runs; what has ended stays. */
  cancel(principal: Principal, id: string): Promise<void>;
  /** Deletes a batch with its jobs; a batch that was deleted in part can be deleted again. */
  delete(principal: Principal, id: string): Promise<void>;
  /** Deletes old batches whose jobs are all gone. */
  deleteExpired(): Promise<void>;
}

interface Parts extends Pick<
  AnonymizationDependencies,
  'database' | 'vault' | 'jobs' | 'clock' | 'jobRetentionDays' | 'openArchive'
> {
  readonly creator: JobCreator;
  readonly remover: JobRemover;
}

export function createBatches(parts: Parts): Batches {
  const { database, vault, jobs, clock, creator, remover } = parts;

  const require = async (principal: Principal, id: string): Promise<storage.BatchRow> => {
    const row = await storage.findBatch(database.db, principal.accountId, id);
    if (row === undefined || !seesOriginals(principal, row))
      throw new AppError('BATCH_NOT_FOUND', 'There is no batch with this identifier.');
    return row;
  };

  const stateOf = async (row: storage.BatchRow): Promise<Batch> => {
    const files = await storage.listBatchFiles(database.db, row.id);
    const records = await jobs.list(
      database.db,
      files.flatMap(({ jobId }) => jobId ?? []),
    );
    const open = await vault.textOpenerFor(row.accountId);
    const states = await mapInTurns(files, ({ number, name, jobId, code }): BatchFile => {
      const base = { number, name: open(nameOfFile(row.id, number), name), job_id: jobId };
      const record = jobId === null ? undefined : records.get(jobId);
      if (record === undefined) return { ...base, status: 'failed', progress: 1, code };
      const { state } = record;
      return {
        ...base,
        status: state,
        progress: state === 'processing' ? record.progress : 1,
        code: state === 'failed' ? (record.code ?? 'INTERNAL') : null,
      };
    });
    const count = (status: BatchFile['status']) => states.filter((file) => file.status === status).length;
    const processing = count('processing');
    return {
      batch_id: row.id,
      name: open(nameOfBatch(row.id), row.name),
      status: processing > 0 ? 'processing' : 'completed',
      progress: states.length === 0 ? 1 : states.reduce((sum, { progress }) => sum + progress, 0) / states.length,
      counts: { total: states.length, processing, completed: count('completed'), failed: count('failed') },
      created_at: row.createdAt,
      files: states,
    };
  };

  /** Jobs of a batch, the last one first: what waits is stopped before what runs, so that nothing starts meanwhile. */
  const forEachJob = async (batchId: string, work: (jobId: string) => Promise<void>): Promise<void> => {
    const files = await storage.listBatchFiles(database.db, batchId);
    for (const { jobId } of files.reverse()) {
      if (jobId === null) continue;
      try {
        await work(jobId);
      } catch (error) {
        // Somebody deleted this one job meanwhile.
        if (!(error instanceof AppError) || error.code !== 'JOB_NOT_FOUND') throw error;
      }
    }
  };

  return {
    async create(principal, files, { name, paths, ...options }, signal) {
      const prepare = await creator.forBatch(principal, options);
      const inputs = await batchInputs(files, paths, parts.openArchive);
      const { accountId, keyId } = principal;
      const id = randomUUID();
      const rows: storage.BatchFileRow[] = [];
      const prepared: PreparedJob[] = [];
      try {
        for (const [index, input] of inputs.entries()) {
          signal.throwIfAborted();
          const number = index + 1;
          const sealed = await vault.encryptText(accountId, nameOfFile(id, number), input.name);
          const result = await preparedOrCode(input, prepare);
          if (typeof result !== 'string') prepared.push(result);
          const outcome = typeof result === 'string' ? { jobId: null, code: result } : { jobId: result.id, code: null };
          rows.push({ number, name: sealed, ...outcome });
        }
        const title = name ?? files[0]?.name ?? '';
        const batch = {
          ...{ id, accountId, keyId, createdAt: isoTime(clock.now()) },
          name: await vault.encryptText(accountId, nameOfBatch(id), title),
        };
        await database.transaction(async (trx) => {
          for (const job of prepared) await job.enqueue(trx);
          await storage.insertBatch(trx, batch, rows);
        });
      } catch (error) {
        for (const job of prepared) await job.discard();
        throw error;
      }
      jobs.wake();
      return { batch_id: id };
    },
    get: async (principal, id) => stateOf(await require(principal, id)),
    async list(principal, query) {
      const { accountId, keyId, clearText } = principal;
      const rows = await storage.listBatchRows(database.db, accountId, {
        ...query,
        keyId: clearText ? undefined : (keyId ?? ''),
      });
      const page = toPage(rows, query.limit, ({ createdAt, id }) => [createdAt, id]);
      const items: BatchSummary[] = [];
      for (const row of page.items) {
        const { batch_id, name, status, progress, counts, created_at } = await stateOf(row);
        items.push({ batch_id, name, status, progress, counts, created_at });
      }
      return { items, cursor: page.cursor };
    },
    async cancel(principal, id) {
      await require(principal, id);
      await forEachJob(id, (jobId) => remover.cancel(principal, jobId));
    },
    async delete(principal, id) {
      await require(principal, id);
      await forEachJob(id, (jobId) => remover.delete(principal, jobId));
      await storage.deleteBatchRow(database.db, id);
    },
    async deleteExpired() {
      const days = await parts.jobRetentionDays();
      if (days === null) return;
      await storage.deleteBatchesWithoutJobs(database.db, isoTime(clock.now() - days * DAY_MS));
    },
  };
}

/** What the encrypted name of a batch is bound to. */
export const nameOfBatch = (id: string) => `batches/${id}/name`;
/** What the encrypted name of a file of a batch is bound to. */
export const nameOfFile = (id: string, number: number) => `batch_files/${id}/${number}/name`;

/** A job for a file, or the code of why there is none. */
async function preparedOrCode(
  input: BatchInput,
  prepare: (file: UploadedFile) => Promise<PreparedJob>,
): Promise<PreparedJob | string> {
  try {
    return await prepare(await input.read());
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return error.code;
    throw error;
  }
}
