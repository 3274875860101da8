import { computed, onBeforeUnmount, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { createJob, deanonymize, getStatus } from '../../../server/contract/anonymization.ts';
import { deleteJob, type Entity } from '../../../server/contract/jobs.ts';
import { allEntities } from '../../api/allEntities.ts';
import { call, isApiError, poll } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';

/** What of the example is shown. The order is that of the work itself. */
export const PHASES = Object.freeze(['original', 'found', 'replaced', 'restored'] as const);
export type Phase = (typeof PHASES)[number];

/** The example letter, really processed by this server. */
export interface Example {
  readonly letter: ComputedRef<string>;
  readonly mentions: Ref<readonly Entity[]>;
  /** The last phase whose result is there. */
  readonly reached: Ref<Phase>;
  readonly phase: Ref<Phase>;
  readonly restoredExactly: Ref<boolean>;
  readonly failed: Ref<boolean>;
  readonly play: () => Promise<void>;
}

const PHASE_MS = 1_800;

/** Anonymizes and restores the letter of the current language, and shows phase after phase. */
export function useExample(): Example {
  const text = useText();
  const letter = computed(() => text.t('welcome.letter'));
  const mentions = shallowRef<readonly Entity[]>([]);
  const reached = ref<Phase>('original');
  const phase = ref<Phase>('original');
  const restoredExactly = ref(false);
  const failed = ref(false);
  let running: AbortController | undefined;
  let jobId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The job is only there for the example; the history stays as it was. */
  async function remove(): Promise<void> {
    const id = jobId;
    jobId = null;
    if (id !== null) await call(deleteJob, { params: { id } });
  }
  const onPageHide = (): void => void remove();

  async function process(source: string, signal: AbortSignal): Promise<void> {
    const { job_id } = await call(createJob, {
      body: { text: source, filename: text.t('welcome.letterLabel'), language: text.language, level: 'balanced' },
      signal,
    });
    jobId = job_id;
    try {
      const done = await poll(() => call(getStatus, { params: { job_id }, signal }), {
        until: (status) => status.status !== 'processing',
        signal,
      });
      if (done.status !== 'completed') throw new Error('The example could not be processed.');
      const { entities } = await allEntities(job_id, signal);
      mentions.value = entities.filter((entity) => entity.accepted);
      const restored = await call(deanonymize, { body: { text: done.anonymized_text_raw }, signal });
      restoredExactly.value = restored.text === source;
      reached.value = 'restored';
    } finally {
      await remove();
    }
  }
  function show(next: Phase): void {
    phase.value = next;
    clearTimeout(timer);
    const following = PHASES[PHASES.indexOf(next) + 1];
    if (following) {
      timer = setTimeout(() => {
        show(following);
      }, PHASE_MS);
    }
  }

  async function play(): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    clearTimeout(timer);
    failed.value = false;
    restoredExactly.value = false;
    mentions.value = [];
    reached.value = 'original';
    phase.value = 'original';
    try {
      await process(letter.value, signal);
      show('found');
    } catch (error) {
      if (signal.aborted || isApiError(error, 'ABORTED')) return;
      failed.value = true;
    }
  }
  watch(letter, () => void play());
  window.addEventListener('pagehide', onPageHide);
  onBeforeUnmount(() => {
    window.removeEventListener('pagehide', onPageHide);
    running?.abort();
    clearTimeout(timer);
  });

  return {
    letter,
    mentions,
    reached,
    /** Choosing a phase by hand ends the automatic succession. */
    phase: computed({
      get: () => phase.value,
      set: (chosen) => {
        clearTimeout(timer);
        phase.value = chosen;
      },
    }),
    restoredExactly,
    failed,
    play,
  };
}
