import type { z } from 'zod';
import type { Db } from '../db/types.ts';

/** What a running job is given. */
export interface JobContext {
  readonly jobId: string;
  readonly accountId: string;
  /** Aborted by cancel and by shutdown (`signal.reason` tells: 'cancelled' or 'shutdown'). */
  readonly signal: AbortSignal;
  /** Reports how far the job is, 0 to 1, and the step it is in. Cheap; written to the database at most four times a second. */
  progress(fraction: number, stage: string): void;
  /**
   * Called first in every transaction that {@link JobKind.run} makes: nothing is written for a job that another process has taken over.
   * @throws ClaimLostError
   */
  checkClaim(db: Db): Promise<void>;
}

/** Another process has taken the job over, or it was cancelled or deleted meanwhile. */
export class ClaimLostError extends Error {
  constructor() {
    super('the job is not run here any more');
    this.name = 'ClaimLostError';
  }
}

/** A kind of background work, registered once by the feature that owns it. */
export interface JobKind<I> {
  readonly name: string;
  readonly input: z.ZodType<I>;
  /** Does the work. May run again after a crash, so it must be repeatable until {@link complete} has committed. */
  run(input: I, context: JobContext): Promise<JobOutcome>;
  /**
   * Takes back what runs of the job have written to the database before their result. Called in the transaction that marks the job failed, so never
   * for a job that another process has taken over.
   */
  release?(db: Db, job: Pick<JobContext, 'jobId' | 'accountId'>): Promise<void>;
  /** How often a job is run again after a crash of the process before it is marked failed. Default 1. */
  readonly crashRetries?: number;
  /** Waits until no other job of its account waits: nobody looks forward to it. Default false. */
  readonly background?: boolean;
}

/** What a job has worked out; one of the two is its last word. */
export interface JobOutcome {
  /** Commits the result: runs in the transaction that marks the job completed, so both happen or neither does. */
  commit(db: Db): Promise<void>;
  /**
   * Removes what lies outside of the database when nothing was committed: the job was cancelled, deleted or taken over, or its commit failed. Another
   * run may have committed by then, so this removes only what no other run can refer to.
   */
  discard?(): Promise<void>;
}

export type JobState = 'processing' | 'completed' | 'failed';

/** The runner's own row of a job; what the job is about belongs to the feature. */
export interface JobRecord {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: string;
  /** Safe sentence and code of a failed job. */
  readonly error: string | null;
  readonly code: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/**
 * Durable background work. Every start of a job is a claim with a number, and every transaction of the job checks it: a process that was stopped while another one
 * took the job over changes nothing when it goes on. A job is a row, enqueued in the caller's transaction. After a crash a job that was running is run again once; a second
 * crash on the same job marks it failed with JOB_CRASHED. Shutdown leaves running jobs resumable and counts as no crash.
 */
export interface JobRunner {
  register<I>(kind: JobKind<I>): void;
  /** Inserts the job in the caller's transaction; it starts after {@link wake}. */
  enqueue<I>(db: Db, kind: JobKind<I>, job: { id: string; accountId: string; input: I }): Promise<void>;
  /** Looks for work; call it after the transaction that enqueued has committed. */
  wake(): void;
  get(db: Db, id: string): Promise<JobRecord | undefined>;
  /** The records of several jobs by their ids; unknown ids are left out. */
  list(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, JobRecord>>;
  /** Stops a queued or running job and marks it failed with JOB_CANCELLED; resolves when nothing of it runs any more. */
  cancel(id: string): Promise<void>;
  /** Stops all jobs of an account and deletes their rows; resolves when nothing of them runs any more. */
  cancelAll(accountId: string): Promise<void>;
  /** Deletes a job's row in the caller's transaction; {@link cancel} it before. */
  remove(db: Db, id: string): Promise<void>;
  /**
   * Reads something of a job again and again until it is what `isDone` waits for: at once, whenever the job ends, and at the latest when the time is over, the
   * signal aborts or the server stops.
   * @returns what was read last
   */
  waitFor<T>(
    id: string,
    read: () => Promise<T>,
    until: { readonly isDone: (read: T) => boolean; readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<T>;
  /** Resolves when no job is queued or running. */
  whenIdle(): Promise<void>;
  /** Called once by the server before it listens: settles jobs of an earlier process, then begins. */
  start(): Promise<void>;
  /** Stops taking jobs, aborts running ones with reason 'shutdown' and waits for them. */
  stop(): Promise<void>;
}
