import { computed, onMounted, ref, shallowRef, watch } from 'vue';
import type { Turn } from './turns.ts';
import { useShownDocument } from './useDocument.ts';

/** Pictures are asked for in steps of this many pixels, so that small changes of the zoom need no new one. */
const WIDTH_STEP = 400;
const MOST_WIDTH = 2_800;

/** What a page is shown as, in pixels. */
export interface ShownPage {
  readonly page: number;
  readonly turn: Turn;
  readonly width: number;
  readonly height: number;
}

/** The picture of a page, sharp enough for the size it is shown in. */
export function usePagePicture(shown: () => ShownPage) {
  const original = useShownDocument();
  const source = shallowRef<string | null>(null);
  const failed = ref(false);
  const wanted = computed(() => {
    const { turn, width, height } = shown();
    const across = (turn % 2 === 0 ? width : height) * devicePixelRatio;
    return Math.min(MOST_WIDTH, Math.ceil(across / WIDTH_STEP) * WIDTH_STEP);
  });
  async function load(): Promise<void> {
    failed.value = false;
    const asked = wanted.value;
    try {
      const address = await original.picture(shown().page, asked);
      if (asked === wanted.value) source.value = address;
    } catch {
      failed.value = source.value === null;
    }
  }
  onMounted(() => {
    original.need(shown().page);
    void load();
  });
  watch(wanted, load);
  return { source, failed, load };
}
