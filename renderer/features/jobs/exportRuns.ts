import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import {
  createExport,
  deleteExport,
  downloadExport,
  exportOrder,
  getExport,
  type ExportObstacle,
  type ExportOrder,
  type ExportRun,
} from '../../../server/contract/exports.ts';
import { getJob, type JobSummary } from '../../../server/contract/jobs.ts';
import { ApiError, call, isApiError, poll, type DownloadedFile } from '../../api/index.ts';
import { createKeptExports } from './keptExports.ts';

type JobRef = Pick<JobSummary, 'job_id' | 'filename'>;

/** What is exported, and the name that it is saved under on this side. */
type NamedOrder = ExportOrder & { readonly name?: string | undefined };

/** An export on its way. */
export interface ShownExport {
  readonly id: string;
  readonly filename: string;
  readonly run: ExportRun;
}

/** What became of an export; every other failure is thrown. */
export type ExportEnd =
  | { readonly kind: 'written'; readonly file: DownloadedFile }
  | { readonly kind: 'cancelled' }
  /** Values stand in the way. */
  | { readonly kind: 'blocked'; readonly items: readonly ExportObstacle[] };

/** Shorter exports come and go without a sign. */
const SHOWN_AFTER_MS = 800;

/** The exports of this window, whatever page it shows, and what stood in the way of the last one of each document. */
export const useExportRuns = defineStore('exportRuns', () => {
  const runs = ref<readonly (ShownExport & { readonly shown: boolean })[]>([]);
  const stops = new Map<string, AbortController>();
  const kept = createKeptExports(sessionStorage);
  const blocked = shallowRef<ReadonlyMap<string, Blocked>>(new Map());

  const change = (id: string, part: Partial<Pick<ShownExport, 'run'>> & { readonly shown?: boolean }): void => {
    runs.value = runs.value.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
  };

  /** What cannot be deleted now is deleted by the server in a day. */
  const forget = (jobId: string, id: string): Promise<unknown> =>
    call(deleteExport, { params: { id: jobId, export_id: id } }).catch(() => undefined);

  /**
   * Exports a job. Throws ApiError.
   * @param onBegun - the server has taken it
   */
  async function run(job: JobRef, choice: NamedOrder, onBegun: () => void = () => undefined): Promise<ExportEnd> {
    // The name stays on this side.
    const order = exportOrder.parse(choice);
    clear(job.job_id);
    const begun = await call(createExport, { params: { id: job.job_id }, body: order });
    kept.add({ jobId: job.job_id, id: begun.export.export_id, order });
    onBegun();
    return await follow(job, begun.export, choice);
  }

  /** Waits for an export that the server has taken. Throws ApiError. */
  async function follow(job: JobRef, begun: ExportRun, choice: NamedOrder): Promise<ExportEnd> {
    const { export_id: id } = begun;
    const params = { id: job.job_id, export_id: id };
    const stop = new AbortController();
    stops.set(id, stop);
    runs.value = [...runs.value, { id, filename: job.filename, run: begun, shown: false }];
    const timer = setTimeout(() => change(id, { shown: true }), SHOWN_AFTER_MS);
    try {
      const ended = await poll(async () => (await call(getExport, { params, signal: stop.signal })).export, {
        until: ({ status }) => status !== 'processing',
        onValue: (value) => change(id, { run: value }),
        signal: stop.signal,
      });
      if (ended.status === 'completed') {
        return { kind: 'written', file: await call(downloadExport, { params, signal: stop.signal }) };
      }
      const items = ended.details?.items ?? [];
      if (items.length === 0) throw new ApiError({ status: 0, code: ended.code ?? 'INTERNAL' });
      blocked.value = new Map([...blocked.value, [job.job_id, { choice, items }]]);
      return { kind: 'blocked', items };
    } catch (error) {
      if (stop.signal.aborted) return { kind: 'cancelled' };
      throw error;
    } finally {
      clearTimeout(timer);
      stops.delete(id);
      runs.value = runs.value.filter((entry) => entry.id !== id);
      // What a reload interrupts goes on after it.
      if (!kept.isLeaving()) {
        kept.remove(id);
        void forget(job.job_id, id);
      }
    }
  }

  /**
   * Takes up the exports that this window was waiting for before it was loaded anew; those that are gone are forgotten.
   * @param onTaken - called for each with the job, what was wanted, and a way to wait for its end
   */
  async function resume(
    onTaken: (job: JobRef, order: ExportOrder, ended: () => Promise<ExportEnd>) => unknown,
  ): Promise<void> {
    const isKnown = (id: string): boolean => runs.value.some((entry) => entry.id === id);
    for (const { jobId, id, order } of kept.list()) {
      if (isKnown(id)) continue;
      try {
        const { export: run } = await call(getExport, { params: { id: jobId, export_id: id } });
        const { job } = await call(getJob, { params: { id: jobId } });
        if (!isKnown(id)) onTaken(job, order, () => follow(job, run, order));
      } catch (error) {
        // Without an answer it is kept for the next time.
        if (!isApiError(error, 'NETWORK')) kept.remove(id);
      }
    }
  }

  const cancel = (id: string): void => stops.get(id)?.abort();

  /** Forgets what stood in the way of a document. */
  function clear(jobId: string): void {
    if (!blocked.value.has(jobId)) return;
    blocked.value = new Map([...blocked.value].filter(([id]) => id !== jobId));
  }

  const shown = computed(() => runs.value.filter((entry) => entry.shown));
  return { shown, blocked, run, resume, cancel, clear };
});

/** An export that was refused, and why. */
export interface Blocked {
  readonly choice: NamedOrder;
  readonly items: readonly ExportObstacle[];
}
