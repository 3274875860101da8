import { AsyncLocalStorage } from 'node:async_hooks';
import { isoTime, type Clock } from '../clock.ts';
import type { Database, Db } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log/logger.ts';
import type { Vault } from '../vault/types.ts';
import { createFairOrder } from './fairOrder.ts';
import { createProgressWriter, type ProgressWriter } from './progress.ts';
import * as storage from './storage.ts';
import { createWatchers } from './watchers.ts';
import {
  ClaimLostError,
  type JobContext,
  type JobKind,
  type JobOutcome,
  type JobRecord,
  type JobRunner,
} from './types.ts';

const PROGRESS_INTERVAL_MS = 250;
const RETRY_DISPATCH_MS = 1_000;
/** How often a waiting caller looks by itself: for what ends a job without its runner, such as a deletion. */
const LOOK_AGAIN_MS = 1_000;
const DEFAULT_CRASH_RETRIES = 1;
const CANCELLED: storage.JobFailure = { code: 'JOB_CANCELLED', error: 'The job was cancelled.' };
const CRASHED: storage.JobFailure = {
  code: 'JOB_CRASHED',
  error: 'The job was interrupted repeatedly and is not tried again.',
};
const INTERNAL: storage.JobFailure = { code: 'INTERNAL', error: 'The job failed because of an internal error.' };

export interface JobRunnerOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Most jobs at a time. */
  readonly concurrency: number;
  /** How long stop() waits for running jobs before it leaves them behind, in milliseconds. Default 3,000. */
  readonly stopTimeoutMs?: number;
}

/** A job of this process. */
interface RunningJob {
  readonly claim: storage.ClaimedJob;
  readonly aborter: AbortController;
  readonly progress: ProgressWriter;
  /** Resolves when the job has ended in one way or another. */
  ended: Promise<void>;
  /** Given up by stop(): its row is queued again, so a late result must not be written. */
  abandoned: boolean;
}

/** What the encrypted input of a job is bound to. */
export const inputBoundTo = (id: string): string => `work/${id}/input`;

/** Makes the runner of durable background work. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, vault, clock, logger } = options;
  const kinds = new Map<string, JobKind<unknown>>();
  const running = new Map<string, RunningJob>();
  const order = createFairOrder();
  const watchers = createWatchers();
  // Jobs must not inherit the context of whoever called wake(): not its transaction, not its request.
  const outside = AsyncLocalStorage.snapshot();
  let state: 'idle' | 'started' | 'stopped' = 'idle';
  let dispatching: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let retryTimer: NodeJS.Timeout | null = null;
  let idleWaiters: (() => void)[] = [];
  const now = () => isoTime(clock.now());

  function wake(): void {
    if (state !== 'started') return;
    wokenMeanwhile = true;
    dispatching ??= outside(() => dispatch()).finally(() => {
      dispatching = null;
      if (wokenMeanwhile) wake();
    });
  }

  async function dispatch(): Promise<void> {
    try {
      while (wokenMeanwhile) {
        wokenMeanwhile = false;
        while (running.size < options.concurrency && (await startNext()));
      }
      if (running.size === 0) idleWaiters.splice(0).forEach((resolve) => resolve());
    } catch (error) {
      logger.failure('jobs.dispatch_failed', error);
      wokenMeanwhile = false;
      retryTimer = setTimeout(wake, RETRY_DISPATCH_MS);
    }
  }

  async function startNext(): Promise<boolean> {
    if (state !== 'started') return false;
    const accounts = await storage.accountsWithQueuedJobs(database.db);
    const accountId = order.next(accounts, (id) => countRunning(id));
    if (accountId === undefined) return false;
    const background = [...kinds.values()].filter((kind) => kind.background === true).map(({ name }) => name);
    const job = await storage.claimNext(database.db, accountId, background, now());
    if (job !== undefined) run(job);
    return job !== undefined;
  }

  function countRunning(accountId: string): number {
    return [...running.values()].filter(({ claim }) => claim.accountId === accountId).length;
  }

  function run(job: storage.ClaimedJob): void {
    const progress = createProgressWriter(async (fraction, stage) => {
      try {
        await storage.writeProgress(database.db, job, fraction, stage);
      } catch (error) {
        logger.failure('jobs.progress_failed', error, { jobId: job.id });
      }
    }, PROGRESS_INTERVAL_MS);
    const entry: RunningJob = {
      claim: job,
      aborter: new AbortController(),
      progress,
      ended: Promise.resolve(),
      abandoned: false,
    };
    running.set(job.id, entry);
    entry.ended = runToEnd(job, entry).finally(() => {
      // After another process had taken it over, this one may have claimed the job again.
      if (running.get(job.id) === entry) running.delete(job.id);
      watchers.tell(job.id);
      wake();
    });
    if (state !== 'started') entry.aborter.abort('shutdown');
  }

  async function runToEnd(job: storage.ClaimedJob, entry: RunningJob): Promise<void> {
    const startedAt = clock.now();
    let result: { outcome: JobOutcome } | { error: unknown };
    try {
      result = { outcome: await work(job, entry) };
    } catch (error) {
      result = { error };
    }
    await entry.progress.close();
    if (entry.abandoned) return;
    const fields = { jobId: job.id, kind: job.kind, durationMs: clock.now() - startedAt };
    try {
      await settle(entry, result);
      logger.info('jobs.ended', fields);
    } catch (error) {
      // The row stays running, so the next start of the server treats the job like one of a crash.
      logger.failure('jobs.settle_failed', error, fields);
    }
  }

  async function work(job: storage.ClaimedJob, entry: RunningJob): Promise<JobOutcome> {
    const kind = kinds.get(job.kind);
    if (kind === undefined) throw new Error('no such kind of job');
    const stored = await vault.decryptText(job.accountId, inputBoundTo(job.id), job.input);
    const input = kind.input.parse(JSON.parse(stored));
    const context: JobContext = {
      jobId: job.id,
      accountId: job.accountId,
      signal: entry.aborter.signal,
      progress: (fraction, stage) => entry.progress.report(fraction, stage),
      async checkClaim(db) {
        if (!(await storage.holdsClaim(db, job))) throw new ClaimLostError();
      },
    };
    entry.aborter.signal.throwIfAborted();
    return await kind.run(input, context);
  }

  /** Writes down how a job ended. The last word has the abort reason at the moment of the transaction. */
  async function settle(entry: RunningJob, result: { outcome: JobOutcome } | { error: unknown }): Promise<void> {
    const { claim, aborter } = entry;
    const reason: unknown = aborter.signal.reason;
    if ('error' in result) {
      if (reason === 'cancelled') return fail(claim, CANCELLED);
      if (reason === 'shutdown') return storage.markQueued(database.db, claim.id, claim);
      return fail(claim, failureOf(claim.id, result.error));
    }
    let committed = false;
    try {
      committed = await database.transaction(async (trx) => {
        if (!(await storage.holdsClaim(trx, claim))) {
          logger.warn('jobs.claim_lost', { jobId: claim.id });
          return false;
        }
        if (aborter.signal.reason === 'cancelled') {
          await markFailed(trx, claim, CANCELLED);
          return false;
        }
        await result.outcome.commit(trx);
        await storage.markCompleted(trx, claim.id, now());
        return true;
      });
    } catch (error) {
      await fail(claim, failureOf(claim.id, error));
    }
    if (!committed) await result.outcome.discard?.();
  }

  /** Marks a job of this process failed, unless somebody else has taken it over or ended it. */
  async function fail(claim: storage.ClaimedJob, failure: storage.JobFailure): Promise<void> {
    await database.transaction(async (trx) => {
      if (await storage.holdsClaim(trx, claim)) await markFailed(trx, claim, failure);
    });
  }

  /** Marks a job failed, with what its kind takes back, in the caller's transaction. */
  async function markFailed(
    trx: Db,
    { id, accountId, kind }: Pick<storage.JobOfKind, 'id' | 'accountId' | 'kind'>,
    failure: storage.JobFailure,
  ): Promise<void> {
    await storage.markFailed(trx, id, failure, now());
    await kinds.get(kind)?.release?.(trx, { jobId: id, accountId });
  }

  function failureOf(jobId: string, error: unknown): storage.JobFailure {
    if (error instanceof AppError) return { code: error.code, error: error.message };
    if (error instanceof ClaimLostError) logger.warn('jobs.claim_lost', { jobId });
    else logger.failure('jobs.failed', error, { jobId });
    return INTERNAL;
  }

  /** A running job's newest progress is in memory. */
  function withLiveProgress(record: JobRecord): JobRecord {
    const entry = running.get(record.id);
    if (entry === undefined || record.state !== 'processing' || entry.progress.fraction < record.progress)
      return record;
    return { ...record, progress: entry.progress.fraction, stage: entry.progress.stage };
  }

  async function cancel(id: string): Promise<void> {
    for (;;) {
      const entry = running.get(id);
      if (entry !== undefined) {
        entry.aborter.abort('cancelled');
        return entry.ended;
      }
      if (await failQueued(id)) return;
      // Neither queued nor running here: it has ended, or it was taken from the queue just now and is about to run.
      if (dispatching === null) return;
      await dispatching;
    }
  }

  /** Marks a job failed if it is still waiting; tells whether it was. */
  async function failQueued(id: string): Promise<boolean> {
    const wasQueued = await database.transaction(async (trx) => {
      const job = await storage.findQueued(trx, id);
      if (job !== undefined) await markFailed(trx, job, CANCELLED);
      return job !== undefined;
    });
    if (wasQueued) watchers.tell(id);
    return wasQueued;
  }

  async function settleInterrupted(): Promise<void> {
    await database.transaction(async (trx) => {
      for (const job of await storage.interruptedJobs(trx)) {
        const { id, kind } = job;
        const retries = kinds.get(kind)?.crashRetries ?? DEFAULT_CRASH_RETRIES;
        const crashes = job.crashes + 1;
        if (crashes > retries) await markFailed(trx, job, CRASHED);
        else await storage.markQueued(trx, id, { crashes });
        logger.warn('jobs.interrupted', { jobId: id, kind, crashes });
      }
    });
  }

  async function list(db: Db, ids: readonly string[]): Promise<Map<string, JobRecord>> {
    const records = await storage.readRecords(db, ids);
    return new Map(records.map((record) => [record.id, withLiveProgress(record)]));
  }

  return {
    register(kind) {
      if (kinds.has(kind.name)) throw new Error(`the kind of job ${kind.name} is registered twice`);
      kinds.set(kind.name, kind);
    },
    async enqueue(db, kind, { id, accountId, input }) {
      const sealed = await vault.encryptText(accountId, inputBoundTo(id), JSON.stringify(input));
      await storage.insertJob(db, { id, accountId, kind: kind.name, input: sealed, createdAt: now() });
    },
    wake,
    get: async (db, id) => (await list(db, [id])).get(id),
    list,
    cancel,
    async cancelAll(accountId) {
      for (const id of await storage.unfinishedJobs(database.db, accountId)) await cancel(id);
      await storage.deleteJobsOf(database.db, accountId);
    },
    remove: (db, id) => storage.deleteJob(db, id),
    async waitFor(id, read, { isDone, timeoutMs, signal }) {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const left = end - performance.now();
        // Listening begins before the reading: what ends in between wakes it at once.
        const listening = new AbortController();
        const woken = watchers.watch(
          id,
          Math.max(0, Math.min(left, LOOK_AGAIN_MS)),
          AbortSignal.any([signal, listening.signal]),
        );
        try {
          const value = await read();
          if (isDone(value) || left <= 0 || signal.aborted || watchers.isClosed) return value;
          await woken;
        } finally {
          listening.abort();
        }
      }
    },
    whenIdle() {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      idleWaiters.push(() => resolve(undefined));
      wake();
      return promise;
    },
    async start() {
      await settleInterrupted();
      state = 'started';
      wake();
    },
    async stop() {
      state = 'stopped';
      watchers.close();
      if (retryTimer !== null) clearTimeout(retryTimer);
      await dispatching;
      for (const { aborter } of running.values()) aborter.abort('shutdown');
      await settledWithin(
        [...running.values()].map(({ ended }) => ended),
        options.stopTimeoutMs ?? 3_000,
      );
      for (const [id, entry] of running) {
        entry.abandoned = true;
        void entry.progress.close();
        await storage.markQueued(database.db, id, entry.claim);
      }
      idleWaiters = [];
    },
  };
}

/** Waits for promises that never reject, but no longer than that. */
async function settledWithin(promises: readonly Promise<void>[], timeoutMs: number): Promise<void> {
  if (promises.length === 0) return;
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  await Promise.race([Promise.all(promises), timeout]);
  clearTimeout(timer);
}
