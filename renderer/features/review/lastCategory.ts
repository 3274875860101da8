import { defineStore } from 'pinia';
import { ref } from 'vue';

/** The category somebody masked a selection as last; offered first the next time. */
export const useLastCategory = defineStore('lastCategory', () => {
  const category = ref<string | null>(null);
  return { category };
});
