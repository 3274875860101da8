import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef } from 'vue';
import { cancelBatch, createBatch, deleteBatch, getBatch, listBatches } from '../../../server/contract/batches.ts';
import type { ProtectionLevel } from '../../../server/contract/anonymization.ts';
import type { CategorySwitches } from '../../../server/contract/categories.ts';
import type { Language } from '../../../server/contract/common.ts';
import { cancelJob, getJob, listJobs, uploadFile, uploadText } from '../../../server/contract/jobs.ts';
import { call, isApiError } from '../../api/index.ts';
import { sleepFor } from '../../api/poll.ts';
import { useSession } from '../../stores/session.ts';
import { createBatches } from './batches.ts';
import { createQueue, type JobOptions } from './queue.ts';

const RECENT_JOBS = 20;
const RECENT_BATCHES = 5;

/** What the server takes beside a text or file; what is left to the account's settings is left out. */
const fields = ({ language, level, categories }: JobOptions) => ({
  ...(language !== null && { language }),
  ...(Object.keys(categories).length > 0 && { categories }),
  level,
});

/** The same as fields of a form. */
const formFields = (options: JobOptions) => {
  const { categories: switches, ...rest } = fields(options);
  return { ...rest, ...(switches && { categories: JSON.stringify(switches) }) };
};

/** Where the files of a folder lie in it: forms carry names alone. */
const pathsOf = (files: readonly File[]) =>
  files.some((file) => file.webkitRelativePath !== '') && {
    paths: JSON.stringify(files.map((file) => file.webkitRelativePath || file.name)),
  };

/** The start screen: what is being typed, the options for the next documents, and the documents themselves. */
export const useAnonymize = defineStore('anonymize', () => {
  const session = useSession();
  const draft = ref('');
  /** What the person changed here; everything else follows the account. */
  const changed = shallowRef<Partial<JobOptions>>({});

  const options = computed<JobOptions>(() => ({
    language: session.settings.defaultLanguage,
    level: session.settings.level,
    categories: {},
    ...changed.value,
  }));
  const change = (part: Partial<JobOptions>) => {
    changed.value = { ...changed.value, ...part };
  };
  const language = computed({
    get: () => options.value.language,
    set: (value: Language | null) => change({ language: value }),
  });
  const level = computed({ get: () => options.value.level, set: (value: ProtectionLevel) => change({ level: value }) });
  const categories = computed({
    get: () => options.value.categories,
    set: (value: CategorySwitches) => change({ categories: value }),
  });

  const batches = createBatches({
    send: (files, name, jobOptions, signal, onUploadProgress) =>
      call(createBatch, {
        files,
        body: { ...formFields(jobOptions), ...(name !== null && { name }), ...pathsOf(files) },
        signal,
        onUploadProgress,
      }),
    list: async () => (await call(listBatches, { query: { limit: RECENT_BATCHES } })).batches,
    get: async (id) => {
      try {
        return (await call(getBatch, { params: { id } })).batch;
      } catch (error) {
        if (isApiError(error, 'BATCH_NOT_FOUND')) return null;
        throw error;
      }
    },
    cancel: (id) => call(cancelBatch, { params: { id } }),
    remove: (id) => call(deleteBatch, { params: { id } }),
    sleep: (milliseconds) => sleepFor(milliseconds),
  });
  const queue = createQueue({
    uploadFile: (file, jobOptions, signal, onUploadProgress) =>
      call(uploadFile, { file, body: formFields(jobOptions), signal, onUploadProgress }),
    uploadText: (text, filename, jobOptions, signal) =>
      call(uploadText, { body: { text, filename, ...fields(jobOptions) }, signal }),
    listJobs: async () => (await call(listJobs, { query: { limit: RECENT_JOBS } })).jobs,
    getJob: async (id) => {
      try {
        return (await call(getJob, { params: { id } })).job;
      } catch (error) {
        if (isApiError(error, 'JOB_NOT_FOUND')) return null;
        throw error;
      }
    },
    cancelJob: async (id) => {
      await call(cancelJob, { params: { id } });
    },
    sleep: (milliseconds) => sleepFor(milliseconds),
  });

  /** Documents by themselves; those of a batch are shown with it. */
  const items = computed(() =>
    queue.items.value.filter(({ jobId }) => jobId === null || !batches.jobIds.value.has(jobId)),
  );
  async function load(): Promise<void> {
    await batches.load();
    await queue.load();
  }

  return { draft, language, level, categories, options, ...queue, items, load, batches: reactive(batches) };
});
