import { randomUUID } from 'node:crypto';
import type { ExportOrder, ExportRun } from '../../../contract/exports.ts';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { WholeDownload, Principal } from '../../../http/types.ts';
import { type CompletedJob, jobNotFound, type JobReader } from '../jobs/jobReader.ts';
import { findJob } from '../jobs/jobStorage.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import type { AnonymizationDependencies } from '../types.ts';
import { type ExportKind, obstaclesBoundTo, obstaclesRecord } from './exportKind.ts';
import { progressOf } from './exportProgress.ts';
import type { ExportRemover } from './exportRemover.ts';
import { type ExportRow, findExport, insertExport, listExports, listExportsMadeBefore } from './exportStorage.ts';
import type { ExportWriter } from './exportWriter.ts';

const KEPT_MS = 86_400_000;

/** Exports that run in the background. Throws as JobReader for jobs that the caller may not know of, or not in this form. */
export interface Exports {
  create(principal: Principal, jobId: string, order: ExportOrder): Promise<ExportRun>;
  /** @throws AppError EXPORT_NOT_FOUND */
  get(principal: Principal, jobId: string, id: string): Promise<ExportRun>;
  /** @throws AppError EXPORT_NOT_FOUND, EXPORT_NOT_COMPLETED while it runs and where it failed */
  download(principal: Principal, jobId: string, id: string): Promise<WholeDownload>;
  delete(principal: Principal, jobId: string, id: string): Promise<void>;
  /** Deletes those of all accounts that are older than a day. */
  deleteExpired(): Promise<void>;
}

interface Parts extends Pick<AnonymizationDependencies, 'database' | 'vault' | 'jobs' | 'clock' | 'audit'> {
  readonly reader: JobReader;
  readonly texts: JobTexts;
  readonly writer: ExportWriter;
  readonly kind: ExportKind;
  readonly removeExports: ExportRemover;
}

export function createExports(parts: Parts): Exports {
  const { database, vault, jobs, clock, audit, reader, texts, writer, kind, removeExports } = parts;

  const require = async (principal: Principal, jobId: string, id: string) => {
    const job = await reader.requireCompleted(principal, jobId, 'anonymized');
    const found = await findExport(database.db, job.accountId, id);
    if (found?.jobId !== job.id) throw new AppError('EXPORT_NOT_FOUND', 'There is no export with this identifier.');
    return { job: await reader.requireCompleted(principal, jobId, found.order.textType), found };
  };

  const told = async (job: CompletedJob, made: ExportRow): Promise<ExportRun> => {
    const record = await jobs.get(database.db, made.id);
    if (record === undefined) throw new Error('an export is unknown to the runner');
    const { pages = 0 } = job.result.metadata;
    const base = {
      ...{ export_id: made.id, job_id: made.jobId, revision: made.revision, created_at: made.createdAt },
      ...progressOf(record, pages, clock.now()),
      pages: pages > 0 ? pages : null,
    };
    const ended = { seconds_left: null, error: null, code: null, details: null };
    if (made.obstacles !== null) {
      const json = await vault.decryptText(made.accountId, obstaclesBoundTo(made.id), made.obstacles);
      const items = obstaclesRecord.parse(JSON.parse(json));
      const { message: error, code } = blocked();
      return { ...base, ...ended, status: 'failed', error, code, details: { items } };
    }
    if (record.state === 'processing')
      return { ...base, ...ended, status: 'processing', seconds_left: base.seconds_left };
    if (record.state === 'completed') return { ...base, ...ended, status: 'completed' };
    return { ...base, ...ended, status: 'failed', error: record.error, code: record.code };
  };

  return {
    async create(principal, jobId, order) {
      const job = await reader.requireCompleted(principal, jobId, order.textType);
      const made: ExportRow = {
        ...{ id: randomUUID(), jobId: job.id, accountId: job.accountId, order, revision: job.revision },
        ...{ fileRef: null, obstacles: null, createdAt: isoTime(clock.now()) },
      };
      const end = await database.transaction(async (trx) => {
        // The job may have been deleted meanwhile.
        if ((await findJob(trx, job.accountId, job.id)) === undefined) throw jobNotFound();
        const same = JSON.stringify(order);
        const earlier = (await listExports(trx, job.id)).filter(({ order: other }) => JSON.stringify(other) === same);
        const ending = await removeExports(trx, earlier);
        await insertExport(trx, made);
        await jobs.enqueue(trx, kind, { id: made.id, accountId: job.accountId, input: {} });
        return ending;
      });
      jobs.wake();
      await end();
      return await told(job, made);
    },
    async get(principal, jobId, id) {
      const { job, found } = await require(principal, jobId, id);
      return await told(job, found);
    },
    async download(principal, jobId, id) {
      const { job, found } = await require(principal, jobId, id);
      if (found.fileRef === null) throw new AppError('EXPORT_NOT_COMPLETED', 'The export has not completed.');
      const body = await texts.getFile(job.accountId, found.fileRef);
      const download = { body, ...(await writer.describe(job, found.order)) };
      await audit.record(database.db, { action: 'job.exported', principal, target: { kind: 'job', id: job.id } });
      return download;
    },
    async delete(principal, jobId, id) {
      const job = await reader.require(principal, jobId);
      const found = await findExport(database.db, job.accountId, id);
      if (found?.jobId !== job.id) return;
      const end = await database.transaction((trx) => removeExports(trx, [found]));
      await end();
    },
    async deleteExpired() {
      const old = await listExportsMadeBefore(database.db, isoTime(clock.now() - KEPT_MS));
      const end = await database.transaction((trx) => removeExports(trx, old));
      await end();
    },
  };
}

/** The error of a document in which values would stay. */
const blocked = (): AppError =>
  new AppError('DOCUMENT_ANONYMIZATION_FAILED', 'The document could not be anonymized safely.');
