import { defineStore } from 'pinia';
import { ref } from 'vue';

/** What of the frame is open. */
export const useFrame = defineStore('frame', () => {
  const paletteOpen = ref(false);
  const shortcutsOpen = ref(false);
  return { paletteOpen, shortcutsOpen };
});
