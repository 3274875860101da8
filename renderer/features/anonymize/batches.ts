import { computed, shallowRef, type ComputedRef } from 'vue';
import type { Batch, BatchSummary } from '../../../server/contract/batches.ts';
import { codeOf } from '../jobs/problems.ts';
import type { JobOptions } from './queue.ts';

/** Many files that are anonymized together: on their way to the server, in work, or done. */
export interface BatchItem {
  readonly key: string;
  /** Null until the server has taken it. */
  readonly batchId: string | null;
  readonly name: string;
  readonly state: 'sending' | 'processing' | 'completed' | 'failed';
  /** 0 to 1, of the upload or of the work. */
  readonly progress: number;
  readonly files: Batch['files'];
  /** As the server counts, or how many files are being sent. */
  readonly counts: BatchSummary['counts'];
  /** Why it could not be sent. */
  readonly code: string | null;
}

/** What the batches need of the server and the clock. */
export interface BatchesDependencies {
  readonly send: (
    files: readonly File[],
    name: string | null,
    options: JobOptions,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<{ batch_id: string }>;
  /** The newest batches, newest first. */
  readonly list: () => Promise<readonly BatchSummary[]>;
  /** Null when the batch is gone. */
  readonly get: (id: string) => Promise<Batch | null>;
  readonly cancel: (id: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface Batches {
  /** Newest first. */
  readonly batches: ComputedRef<readonly BatchItem[]>;
  /** Jobs that are shown with their batch. */
  readonly jobIds: ComputedRef<ReadonlySet<string>>;
  add(files: readonly File[], name: string | null, options: JobOptions): void;
  /** Shows the batches the server has, for example after a reload, and follows those that run. */
  load(): Promise<void>;
  cancel(key: string): Promise<void>;
  remove(key: string): Promise<void>;
}

const FIRST_POLL_MS = 400;
const LAST_POLL_MS = 3_000;

export function createBatches(deps: BatchesDependencies): Batches {
  const items = shallowRef<readonly BatchItem[]>([]);
  const aborts = new Map<string, AbortController>();
  let counter = 0;
  let watching = false;

  const itemOf = (key: string) => items.value.find((item) => item.key === key);
  const update = (key: string, change: Partial<BatchItem>): void => {
    items.value = items.value.map((item) => (item.key === key ? { ...item, ...change } : item));
  };
  const drop = (key: string): void => {
    items.value = items.value.filter((item) => item.key !== key);
  };

  function apply({ batch_id: id, name, status, progress, files, counts }: Batch): void {
    const fields = { batchId: id, name, state: status, progress, files, counts, code: null };
    const known = items.value.find((item) => item.batchId === id);
    if (known) update(known.key, fields);
    else items.value = [...items.value, { key: id, ...fields }];
  }

  async function send(key: string, files: readonly File[], name: string | null, options: JobOptions): Promise<void> {
    const abort = new AbortController();
    aborts.set(key, abort);
    try {
      const { batch_id: id } = await deps.send(files, name, options, abort.signal, (progress) =>
        update(key, { progress }),
      );
      update(key, { batchId: id, state: 'processing', progress: 0 });
      void watch();
    } catch (error) {
      update(key, { state: 'failed', code: abort.signal.aborted ? 'JOB_CANCELLED' : codeOf(error) });
    } finally {
      aborts.delete(key);
    }
  }

  /** Asks about a batch; takes it away when it is gone. */
  async function refresh(id: string): Promise<void> {
    const batch = await deps.get(id);
    if (batch) apply(batch);
    else items.value = items.value.filter((item) => item.batchId !== id);
  }

  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(1.3 * pollMs, LAST_POLL_MS)) {
      const running = items.value.filter((item) => item.state === 'processing');
      if (running.length === 0) break;
      await deps.sleep(pollMs);
      try {
        for (const { batchId } of running) if (batchId !== null) await refresh(batchId);
      } catch {
        // The frame shows a lost connection or an ended session; what runs is asked about again when it is back.
        pollMs = LAST_POLL_MS;
      }
    }
    watching = false;
  }

  return {
    batches: computed(() => items.value),
    jobIds: computed(() => new Set(items.value.flatMap(({ files }) => files.flatMap((file) => file.job_id ?? [])))),
    add(files, name, options) {
      const key = `batch-${counter++}`;
      const total = files.length;
      const item: BatchItem = {
        ...{ key, batchId: null, name: name ?? files[0]?.name ?? '', state: 'sending', progress: 0, files: [] },
        ...{ counts: { total, processing: total, completed: 0, failed: 0 }, code: null },
      };
      items.value = [item, ...items.value];
      void send(key, files, name, options);
    },
    async load() {
      for (const { batch_id: id } of await deps.list()) await refresh(id);
      void watch();
    },
    async cancel(key) {
      aborts.get(key)?.abort();
      const id = itemOf(key)?.batchId ?? null;
      if (id === null) return;
      await deps.cancel(id);
      await refresh(id);
    },
    async remove(key) {
      const id = itemOf(key)?.batchId ?? null;
      if (id !== null) await deps.remove(id);
      drop(key);
    },
  };
}
