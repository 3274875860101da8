import type { HashPair, HashPairs, JobStatus } from '../../../contract/anonymization.ts';
import { JOB_STAGES, type JobMetadata, type JobStage } from '../../../contract/anonymization.ts';
import type { Page } from '../../../contract/common.ts';
import { anonymizedStem } from '../../../contract/fileNames.ts';
import type { JobSummary } from '../../../contract/jobs.ts';
import { MissingBlobError } from '../../../core/blobs/types.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { JobRecord, JobRunner } from '../../../core/jobs/types.ts';
import type { Principal } from '../../../http/types.ts';
import { parsePlaceholder } from '../../../core/placeholders/format.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { EntityState } from '../types.ts';
import type { JobNames } from './jobNames.ts';
import { checkOriginals, type JobRights, seesOriginals } from './jobRights.ts';
import { cursorAfter, findJob, type JobResult, type JobRow, listJobRows } from './jobStorage.ts';
import type { JobTexts } from './jobTexts.ts';

/** A job with a result. */
export type CompletedJob = JobRow & { readonly result: JobResult };

/** What has to be read of a completed job. */
type TextPart = 'original' | 'anonymized';

/** Reads jobs for callers. What does not exist for the caller is JOB_NOT_FOUND, like one that never was. */
export interface JobReader {
  require(principal: Principal, id: string): Promise<JobRow>;
  /**
   * @param part - what the caller will get to see of it
   * @throws AppError JOB_NOT_COMPLETED while it runs or when it has failed; FORBIDDEN for originals that the caller may not see
   */
  requireCompleted(principal: Principal, id: string, part: TextPart): Promise<CompletedJob>;
  /** Reads texts of one state of the job; asks again when a review replaces them meanwhile. Throws as requireCompleted. */
  read<T>(principal: Principal, id: string, part: TextPart, reading: (job: CompletedJob) => Promise<T>): Promise<T>;
  text(job: CompletedJob, part: TextPart): Promise<string>;
  entities(job: CompletedJob): Promise<EntityState>;
  metadata(principal: Principal, job: CompletedJob): Promise<JobMetadata>;
  /** @param waiting.waitSeconds - how long a job that is processing is waited for: until it ends, or the signal aborts */
  status(
    principal: Principal,
    id: string,
    waiting: { readonly waitSeconds: number; readonly signal: AbortSignal },
  ): Promise<JobStatus>;
  strings(principal: Principal, id: string): Promise<HashPairs>;
  summary(principal: Principal, id: string): Promise<JobSummary>;
  list(principal: Principal, query: JobListQuery): Promise<Page<JobSummary>>;
}

export interface JobListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: JobSummary['status'] | undefined;
  /** Part of the file name. */
  readonly q?: string | undefined;
}

/** Rows looked at per query while a list is filtered by what only decryption or the runner tells. */
const SCAN_ROWS = 200;

export function createJobReader(parts: {
  readonly database: Database;
  readonly jobs: JobRunner;
  readonly texts: JobTexts;
  readonly names: JobNames;
  readonly rights: JobRights;
}): JobReader {
  const { database, jobs, texts, names, rights } = parts;

  const require = async (principal: Principal, id: string) => {
    const found = await findJob(database.db, principal.accountId, id);
    const [job] = found === undefined ? [] : await rights.existing(principal, [found]);
    if (job === undefined) throw jobNotFound();
    return job;
  };
  const requireCompleted = async (principal: Principal, id: string, part: TextPart) => {
    const job = await require(principal, id);
    if (part === 'original') checkOriginals(principal, job);
    if (!isCompleted(job)) throw new AppError('JOB_NOT_COMPLETED', 'The job has not completed.');
    return job;
  };
  const read: JobReader['read'] = async (principal, id, part, reading) => {
    for (;;) {
      const job = await requireCompleted(principal, id, part);
      try {
        return await reading(job);
      } catch (error) {
        if (!(error instanceof MissingBlobError)) throw error;
        const now = await requireCompleted(principal, id, part);
        if (now.revision === job.revision) throw error;
      }
    }
  };
  const text = (job: CompletedJob, part: TextPart) =>
    texts.getText(job.accountId, part === 'original' ? job.result.originalRef : job.result.anonymizedRef);
  const entities = (job: CompletedJob) => texts.getEntities(job.accountId, job.result.entitiesRef);
  /** A name often is that of a client: whoever may not see originals gets the one that exports have. */
  const nameFor = async (principal: Principal, job: JobRow): Promise<string> =>
    seesOriginals(principal, job) ? names.of(job) : anonymizedStem(job.id);
  const metadata = async (principal: Principal, job: CompletedJob): Promise<JobMetadata> => ({
    filename: await nameFor(principal, job),
    ...job.result.metadata,
  });

  const recordOf = async (job: JobRow): Promise<JobRecord> => {
    const record = await jobs.get(database.db, job.id);
    // Deleted between the two queries.
    if (record === undefined) throw jobNotFound();
    return record;
  };

  const summarize = async (principal: Principal, job: JobRow, known?: JobRecord): Promise<JobSummary> => {
    const filename = await nameFor(principal, job);
    const base = { job_id: job.id, source: job.source, filename, revision: job.revision, created_at: job.createdAt };
    if (isCompleted(job)) {
      return {
        ...base,
        status: 'completed',
        progress: 1,
        stage: 'finishing',
        completed_at: job.result.completedAt,
        metadata: { filename, ...job.result.metadata },
        error: null,
        code: null,
      };
    }
    const record = known ?? (await recordOf(job));
    const failed = record.state === 'failed';
    return {
      ...base,
      status: failed ? 'failed' : 'processing',
      progress: record.progress,
      stage: stageOf(record),
      completed_at: failed ? record.finishedAt : null,
      metadata: null,
      error: failed ? failureOf(record).error : null,
      code: failed ? failureOf(record).code : null,
    };
  };

  async function stateOfJob(principal: Principal, id: string): Promise<JobStatus> {
    const job = await require(principal, id);
    if (isCompleted(job)) {
      return read(principal, id, 'anonymized', async (current) => ({
        job_id: id,
        status: 'completed',
        anonymized_text_raw: await text(current, 'anonymized'),
        original_text: seesOriginals(principal, current) ? await text(current, 'original') : null,
        metadata: await metadata(principal, current),
      }));
    }
    const record = await recordOf(job);
    if (record.state === 'failed') return { job_id: id, status: 'failed', ...failureOf(record) };
    return { job_id: id, status: 'processing', progress: record.progress, stage: stageOf(record) };
  }

  return {
    require,
    requireCompleted,
    read,
    text,
    entities,
    metadata,
    status: (principal, id, { waitSeconds, signal }) =>
      jobs.waitFor(id, () => stateOfJob(principal, id), {
        isDone: ({ status }) => status !== 'processing',
        timeoutMs: waitSeconds * 1_000,
        signal,
      }),
    strings: (principal, id) =>
      read(principal, id, 'original', async (job) => {
        const pairs = await hashPairsOf(await entities(job), await text(job, 'original'));
        return { job_id: id, count: pairs.length, hash_pairs: pairs };
      }),
    summary: async (principal, id) => summarize(principal, await require(principal, id)),
    async list(principal, { limit, cursor, status, q }) {
      const wanted = q?.toLowerCase();
      const completed = status === undefined ? undefined : status === 'completed';
      const found: { job: JobRow; summary: JobSummary }[] = [];
      for (let from = cursor; found.length <= limit;) {
        const rows = await listJobRows(database.db, principal.accountId, { limit: SCAN_ROWS, cursor: from, completed });
        const records = await jobs.list(
          database.db,
          rows.map(({ id: jobId }) => jobId),
        );
        for (const job of await rights.existing(principal, rows)) {
          const summary = await summarize(principal, job, records.get(job.id));
          const fits =
            (status === undefined || summary.status === status) &&
            (wanted === undefined || summary.filename.toLowerCase().includes(wanted));
          if (fits && found.length <= limit) found.push({ job, summary });
        }
        if (rows.length < SCAN_ROWS) break;
        from = cursorAfter(rows.at(-1)!);
      }
      const page = found.slice(0, limit);
      const more = found.length > limit && page.length > 0;
      return { items: page.map(({ summary }) => summary), cursor: more ? cursorAfter(page.at(-1)!.job) : null };
    },
  };
}

/** The answer for a job that is gone, never was, or belongs to somebody else. */
export function jobNotFound(): AppError {
  return new AppError('JOB_NOT_FOUND', 'There is no job with this identifier.');
}

export function isCompleted(job: JobRow): job is CompletedJob {
  return job.result !== null;
}

function stageOf({ stage }: JobRecord): JobStage {
  return JOB_STAGES.find((known) => known === stage) ?? 'queued';
}

function failureOf({ error, code }: JobRecord): { error: string; code: string } {
  return { error: error ?? 'The job failed.', code: code ?? 'INTERNAL' };
}

/** Each replaced value once, in the order in which it first stands in the text. */
async function hashPairsOf(state: EntityState, original: string): Promise<HashPair[]> {
  const pairs = new Map<string, HashPair>();
  await forEachInTurns(state.entities, ({ placeholder, start, end, category, confidence, sources }) => {
    if (placeholder === null) return;
    const pair = pairs.get(placeholder);
    if (pair === undefined) {
      const hash = parsePlaceholder(placeholder)?.hash;
      if (hash === undefined) throw new Error('a stored placeholder is not of its shape');
      const value = original.slice(start, end);
      pairs.set(placeholder, {
        original: value,
        hash,
        prefix_name: category,
        placeholder,
        count: 1,
        confidence,
        sources,
      });
    } else {
      pairs.set(placeholder, {
        ...pair,
        count: pair.count + 1,
        confidence: Math.max(pair.confidence, confidence),
        sources: [...new Set([...pair.sources, ...sources])],
      });
    }
  });
  return [...pairs.values()];
}
