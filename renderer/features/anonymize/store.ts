import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { ProtectionLevel } from '../../../server/contract/anonymization.ts';
import type { CategorySwitches } from '../../../server/contract/categories.ts';
import type { Language } from '../../../server/contract/common.ts';
import { cancelJob, getJob, listJobs, uploadFile, uploadText } from '../../../server/contract/jobs.ts';
import { call, isApiError } from '../../api/index.ts';
import { sleepFor } from '../../api/poll.ts';
import { useSession } from '../../stores/session.ts';
import { createQueue, type JobOptions } from './queue.ts';

const RECENT_JOBS = 20;

/** What the server takes beside a text or file; what is left to the account's settings is left out. */
const fields = ({ language, level, categories }: JobOptions) => ({
  ...(language !== null && { language }),
  ...(Object.keys(categories).length > 0 && { categories }),
  level,
});

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

  const queue = createQueue({
    uploadFile: (file, jobOptions, signal, onUploadProgress) => {
      const { categories: switches, ...rest } = fields(jobOptions);
      const body = { ...rest, ...(switches && { categories: JSON.stringify(switches) }) };
      return call(uploadFile, { file, body, signal, onUploadProgress });
    },
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

  return { draft, language, level, categories, options, ...queue };
});
