import { computed, ref, type ComputedRef } from 'vue';
import { useMedia } from '../../ui/useMedia.ts';
import type { useChat } from './store.ts';

/** What stands beside the conversation: the list of conversations, and what the model saw. */
export interface Columns {
  readonly railOpen: ComputedRef<boolean>;
  readonly seenOpen: ComputedRef<boolean>;
  readonly showRail: () => void;
  readonly toggleRail: () => void;
  /** In a narrow window the list goes once something was chosen in it. */
  readonly leaveRail: () => void;
  readonly setSeen: (open: boolean) => void;
}

/** Opens and closes the columns; what a person chose is kept, what a small window asks for is not. */
export function useColumns(chat: ReturnType<typeof useChat>): Columns {
  /** The list lies over the conversation (Rail.vue). */
  const narrow = useMedia('(width < 60rem)');
  /** Three columns need room; where there is less, the list makes way for what the model saw. */
  const tight = useMedia('(width < 96rem)');
  const over = ref(false);
  const seenOpen = computed(() => chat.seen === 'open');
  const railOpen = computed(() =>
    narrow.value ? over.value : chat.rail === 'open' && !(tight.value && seenOpen.value),
  );
  function showRail(): void {
    over.value = true;
    if (narrow.value) return;
    chat.rail = 'open';
    if (tight.value) chat.seen = 'closed';
  }
  function toggleRail(): void {
    if (!railOpen.value) {
      showRail();
      return;
    }
    over.value = false;
    if (!narrow.value) chat.rail = 'closed';
  }
  return {
    railOpen,
    seenOpen,
    showRail,
    toggleRail,
    leaveRail() {
      over.value = false;
    },
    setSeen(open) {
      over.value = false;
      chat.seen = open ? 'open' : 'closed';
    },
  };
}
