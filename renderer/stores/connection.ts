import { defineStore } from 'pinia';
import { ref } from 'vue';
import { getHealth } from '../../server/contract/system.ts';
import { call } from '../api/index.ts';

const FIRST_RETRY_MS = 1_500;
const LONGEST_RETRY_MS = 15_000;

/** Whether the server answers. While it does not, it is asked again by itself, less and less often. */
export const useConnection = defineStore('connection', () => {
  const lost = ref(false);
  const checking = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_RETRY_MS;

  function markReached(): void {
    lost.value = false;
    clearTimeout(timer);
    timer = undefined;
    waitMs = FIRST_RETRY_MS;
  }
  function markLost(): void {
    lost.value = true;
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void check();
    }, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
  }
  /** Asks now. The answer arrives through the client's events as markReached or markLost. */
  async function check(): Promise<void> {
    checking.value = true;
    try {
      await call(getHealth);
    } catch {
      // The client's event has told already.
    } finally {
      checking.value = false;
    }
  }
  return { lost, checking, markReached, markLost, check };
});
