import { computed, onScopeDispose, ref, watch, type ComputedRef } from 'vue';

const SECOND_MS = 1_000;

/**
 * Whole seconds until a moment, counted down; 0 once it has come.
 * @param until - milliseconds since the epoch; null: no moment
 */
export function useCountdown(until: () => number | null): ComputedRef<number> {
  const now = ref(Date.now());
  let timer: ReturnType<typeof setInterval> | undefined;
  const left = computed(() => Math.max(0, Math.ceil(((until() ?? 0) - now.value) / SECOND_MS)));
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  watch(
    until,
    (moment) => {
      stop();
      now.value = Date.now();
      if (moment === null || left.value === 0) return;
      timer = setInterval(() => {
        now.value = Date.now();
        if (left.value === 0) stop();
      }, SECOND_MS);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return left;
}
