import { computed, shallowRef, type ComputedRef } from 'vue';
import type { JobStage, ProtectionLevel } from '../../../server/contract/anonymization.ts';
import type { CategorySwitches } from '../../../server/contract/categories.ts';
import type { Language } from '../../../server/contract/common.ts';
import type { JobMetadata, JobCreated } from '../../../server/contract/anonymization.ts';
import type { JobSummary } from '../../../server/contract/jobs.ts';
import { codeOf } from '../jobs/problems.ts';
import { checkFile, checkText } from './fileCheck.ts';

/** Options that apply to what is added from now on. */
export interface JobOptions {
  readonly language: Language | null;
  readonly level: ProtectionLevel;
  readonly categories: CategorySwitches;
}

export type ItemState = 'waiting' | 'sending' | 'processing' | 'completed' | 'failed';

/** A document on the start screen: on its way to the server, in work, or done. */
export interface QueueItem {
  readonly key: string;
  /** Null until the server has taken it. */
  readonly jobId: string | null;
  readonly name: string;
  readonly source: 'file' | 'text';
  readonly sizeBytes: number | null;
  readonly state: ItemState;
  /** 0 to 1 within `stage`'s whole: sending, or processing. */
  readonly progress: number;
  readonly stage: JobStage | 'sending';
  readonly code: string | null;
  readonly metadata: JobMetadata | null;
  /** True while this page still has what was sent, so that it can be sent again. */
  readonly canRetry: boolean;
}

type Source =
  | { readonly kind: 'file'; readonly file: File; readonly options: JobOptions }
  | { readonly kind: 'text'; readonly text: string; readonly name: string; readonly options: JobOptions };

/** What the queue needs of the server and the clock. */
export interface QueueDependencies {
  readonly uploadFile: (
    file: File,
    options: JobOptions,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<JobCreated>;
  readonly uploadText: (text: string, name: string, options: JobOptions, signal: AbortSignal) => Promise<JobCreated>;
  /** The newest jobs, newest first. */
  readonly listJobs: () => Promise<readonly JobSummary[]>;
  /** Null when the job is gone. */
  readonly getJob: (id: string) => Promise<JobSummary | null>;
  readonly cancelJob: (id: string) => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface Queue {
  /** Newest first. */
  readonly items: ComputedRef<readonly QueueItem[]>;
  /** Adds files; those that cannot be read are listed as failed with the reason and never sent. */
  addFiles(files: readonly File[], options: JobOptions): void;
  addText(text: string, name: string, options: JobOptions): void;
  /** Shows the jobs the server has, for example after a reload, and follows those that run. */
  load(): Promise<void>;
  cancel(key: string): Promise<void>;
  retry(key: string): void;
  /** Takes an entry off the screen; the job itself stays. */
  dismiss(key: string): void;
}

/** Two uploads at a time keep a slow line busy without starving either. */
const PARALLEL_UPLOADS = 2;
const FIRST_POLL_MS = 250;
const LAST_POLL_MS = 2_000;

export function createQueue(deps: QueueDependencies): Queue {
  const list = shallowRef<readonly QueueItem[]>([]);
  const sources = new Map<string, Source>();
  const aborts = new Map<string, AbortController>();
  const dismissed = new Set<string>();
  let counter = 0;
  let uploads = 0;
  /** A listing came while something was being sent, so a job in it may be that upload's own. */
  let listAgain = false;
  let watching = false;
  let pollMs = FIRST_POLL_MS;

  const itemOf = (key: string) => list.value.find((item) => item.key === key);
  function update(key: string, change: Partial<QueueItem>): void {
    list.value = list.value.map((item) => (item.key === key ? { ...item, ...change } : item));
  }

  function add(source: Source, name: string, sizeBytes: number | null, code: string | null): void {
    const key = `local-${counter++}`;
    if (code === null) sources.set(key, source);
    const item: QueueItem = {
      key,
      jobId: null,
      name,
      source: source.kind,
      sizeBytes,
      state: code === null ? 'waiting' : 'failed',
      progress: 0,
      stage: 'sending',
      code,
      metadata: null,
      canRetry: false,
    };
    list.value = [item, ...list.value];
    sendWaiting();
  }

  /** Starts the oldest waiting entries as far as there is room. */
  function sendWaiting(): void {
    const waiting = list.value.filter((item) => item.state === 'waiting').reverse();
    for (const item of waiting.slice(0, PARALLEL_UPLOADS - uploads)) void send(item.key);
  }

  async function send(key: string): Promise<void> {
    const source = sources.get(key);
    if (!source) return;
    const abort = new AbortController();
    aborts.set(key, abort);
    uploads += 1;
    update(key, { state: 'sending', stage: 'sending', progress: 0, code: null, canRetry: false });
    try {
      const created =
        source.kind === 'file'
          ? await deps.uploadFile(source.file, source.options, abort.signal, (progress) => update(key, { progress }))
          : await deps.uploadText(source.text, source.name, source.options, abort.signal);
      update(key, { jobId: created.job_id, state: 'processing', stage: 'queued', progress: 0 });
      pollMs = FIRST_POLL_MS;
      void watch();
    } catch (error) {
      const code = abort.signal.aborted ? 'JOB_CANCELLED' : codeOf(error);
      update(key, { state: 'failed', code, canRetry: true });
    } finally {
      uploads -= 1;
      aborts.delete(key);
      sendWaiting();
      if (listAgain && uploads === 0) void load().catch(() => undefined);
    }
  }

  function applyJob(job: JobSummary): void {
    if (dismissed.has(job.job_id)) return;
    const known = list.value.find((item) => item.jobId === job.job_id);
    const key = known?.key ?? job.job_id;
    const fields = {
      state: job.status,
      stage: job.stage,
      progress: job.progress,
      code: job.code,
      metadata: job.metadata,
      canRetry: job.status === 'failed' && sources.has(key),
    };
    if (job.status === 'completed') sources.delete(key);
    if (known) {
      update(key, fields);
      return;
    }
    // The server may have a job before its answer to the upload is here: one document must not show twice.
    if (uploads > 0) {
      listAgain = true;
      return;
    }
    list.value = [
      ...list.value,
      { key, jobId: job.job_id, name: job.filename, source: job.source, sizeBytes: null, ...fields },
    ];
  }

  /** Asks about everything that runs: one listing, and single questions for what it no longer shows. */
  async function refresh(): Promise<void> {
    const jobs = await deps.listJobs();
    const listed = new Map(jobs.map((job) => [job.job_id, job]));
    for (const item of list.value) {
      if (item.state !== 'processing' || item.jobId === null) continue;
      const job = listed.get(item.jobId) ?? (await deps.getJob(item.jobId));
      if (job) applyJob(job);
      else list.value = list.value.filter((other) => other.key !== item.key);
    }
  }

  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    while (list.value.some((item) => item.state === 'processing')) {
      await deps.sleep(pollMs);
      pollMs = Math.min(pollMs * 1.3, LAST_POLL_MS);
      try {
        await refresh();
      } catch {
        // The frame shows a lost connection or an ended session; what runs is asked about again when it is back.
        pollMs = LAST_POLL_MS;
      }
    }
    watching = false;
  }

  async function load(): Promise<void> {
    listAgain = false;
    for (const job of await deps.listJobs()) applyJob(job);
    pollMs = FIRST_POLL_MS;
    void watch();
  }

  return {
    items: computed(() => list.value),
    addFiles(files, options) {
      for (const file of files) add({ kind: 'file', file, options }, file.name, file.size, checkFile(file));
    },
    addText(text, name, options) {
      add({ kind: 'text', text, name, options }, name, null, checkText(text));
    },
    load,
    async cancel(key) {
      const item = itemOf(key);
      if (!item) return;
      if (item.state === 'waiting') update(key, { state: 'failed', code: 'JOB_CANCELLED', canRetry: true });
      aborts.get(key)?.abort();
      if (item.state === 'processing' && item.jobId !== null) {
        await deps.cancelJob(item.jobId);
        await refresh();
      }
    },
    retry(key) {
      const item = itemOf(key);
      if (item?.state !== 'failed' || !sources.has(key)) return;
      if (item.jobId !== null) dismissed.add(item.jobId);
      update(key, { state: 'waiting', jobId: null, code: null, progress: 0, canRetry: false });
      sendWaiting();
    },
    dismiss(key) {
      const item = itemOf(key);
      if (item?.jobId) dismissed.add(item.jobId);
      sources.delete(key);
      list.value = list.value.filter((other) => other.key !== key);
    },
  };
}
