import { defineStore } from 'pinia';
import { ref, watch } from 'vue';

const STORAGE_KEY = 'deckname.singleKeys';

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Choices of this browser that need no account. */
export const usePreferences = defineStore('preferences', () => {
  /** Shortcuts of one plain letter. They can be switched off for people who use speech input (WCAG 2.1.4). */
  const singleKeys = ref(stored());
  watch(singleKeys, (on) => {
    try {
      localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off');
    } catch {
      // Storage can be switched off; the choice then lasts until the window is closed.
    }
  });
  return { singleKeys };
});
