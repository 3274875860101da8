import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** Errors nobody handled: App shows a page for them instead of a broken screen. */
export const useFaults = defineStore('faults', () => {
  const fault = shallowRef<unknown>(null);
  function report(error: unknown): void {
    fault.value = error;
  }
  function clear(): void {
    fault.value = null;
  }
  return { fault, report, clear };
});
