import { computed, shallowRef, ref, type ComputedRef, type Ref } from 'vue';
import type { JobSummary } from '../../../server/contract/jobs.ts';

export type StatusFilter = JobSummary['status'] | 'all';

/** What the list asks for. */
export interface JobQuery {
  readonly status: StatusFilter;
  readonly text: string;
}

export interface JobPage {
  readonly jobs: readonly JobSummary[];
  readonly cursor: string | null;
}

export interface JobListDependencies {
  readonly fetchPage: (query: JobQuery, cursor: string | null) => Promise<JobPage>;
  /** Null when the job is gone. */
  readonly fetchJob: (id: string) => Promise<JobSummary | null>;
}

export interface JobList {
  readonly jobs: ComputedRef<readonly JobSummary[]>;
  /** False until the first answer for the current query. */
  readonly loaded: Ref<boolean>;
  readonly loading: Ref<boolean>;
  readonly hasMore: ComputedRef<boolean>;
  /** The last failure; cleared by the next success. */
  readonly failure: Ref<unknown>;
  /** Starts again with another question; an answer to an older one is dropped. */
  show(query: JobQuery): Promise<void>;
  more(): Promise<void>;
  /** Asks again about the jobs that run. True while any does. */
  refreshRunning(): Promise<boolean>;
  remove(id: string): void;
}

/** The jobs of the account, page by page, newest first. */
export function createJobList(deps: JobListDependencies): JobList {
  const jobs = shallowRef<readonly JobSummary[]>([]);
  const cursor = ref<string | null>(null);
  const loaded = ref(false);
  const loading = ref(false);
  const failure = shallowRef<unknown>(null);
  let query: JobQuery = { status: 'all', text: '' };
  let asked = 0;

  async function load(from: string | null): Promise<void> {
    const turn = ++asked;
    loading.value = true;
    try {
      const page = await deps.fetchPage(query, from);
      if (turn !== asked) return;
      const known = new Set(from === null ? [] : jobs.value.map((job) => job.job_id));
      const fresh = page.jobs.filter((job) => !known.has(job.job_id));
      jobs.value = from === null ? fresh : [...jobs.value, ...fresh];
      cursor.value = page.cursor;
      loaded.value = true;
      failure.value = null;
    } catch (error) {
      if (turn === asked) failure.value = error;
    } finally {
      if (turn === asked) loading.value = false;
    }
  }

  return {
    jobs: computed(() => jobs.value),
    loaded,
    loading,
    hasMore: computed(() => cursor.value !== null),
    failure,
    async show(next) {
      query = next;
      await load(null);
    },
    async more() {
      if (!loading.value && cursor.value !== null) await load(cursor.value);
    },
    async refreshRunning() {
      const running = jobs.value.filter((job) => job.status === 'processing');
      for (const { job_id: id } of running) {
        const fresh = await deps.fetchJob(id);
        jobs.value = jobs.value.flatMap((job) => (job.job_id === id ? (fresh ? [fresh] : []) : [job]));
      }
      return running.length > 0;
    },
    remove(id) {
      jobs.value = jobs.value.filter((job) => job.job_id !== id);
    },
  };
}
