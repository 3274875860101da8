import { computed, onBeforeUnmount, onMounted, ref, watch, type Ref, type ShallowRef } from 'vue';
import { fittingScale, fittingText, zoomStep, type Zoom } from './zoom.ts';

/** Beside what is shown, in pixels, on either side. */
export const GAP = 16;
const LEAST = 0.25;
const MOST = 4;

/**
 * Size of what a scroller shows: the chosen one, or that which fits it.
 * @param width - of the widest part, in points
 * @param flows - whether it is running text, whose lines may become shorter
 */
export function useZoom({
  scroller,
  zoom,
  scale,
  width,
  flows = () => false,
}: {
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>;
  readonly zoom: Ref<Zoom>;
  /** Is told the size that is shown. */
  readonly scale: Ref<number>;
  readonly width: () => number;
  readonly flows?: () => boolean;
}) {
  const room = ref(800);
  const shown = computed(() => {
    if (zoom.value !== 'fit') return { scale: zoom.value, width: width() };
    const between = room.value - 2 * GAP;
    return flows() ? fittingText(width(), between) : { scale: fittingScale(width(), between), width: width() };
  });
  const shownScale = computed(() => shown.value.scale);
  watch(shownScale, (value) => (scale.value = value), { immediate: true });

  let resizing: ResizeObserver | undefined;
  onMounted(() => {
    resizing = new ResizeObserver(([entry]) => (room.value = entry?.contentRect.width ?? room.value));
    if (scroller.value) resizing.observe(scroller.value);
  });
  onBeforeUnmount(() => resizing?.disconnect());

  return {
    shownScale,
    /** In points. */
    shownWidth: computed(() => shown.value.width),
    /** Keys of the scroller itself, without modifiers. Returns whether the key was one of these. */
    takeKey: (key: string): boolean => {
      if (key === '+' || key === '=') zoom.value = zoomStep(shownScale.value, 1);
      else if (key === '-') zoom.value = zoomStep(shownScale.value, -1);
      else if (key === '0') zoom.value = 'fit';
      else return false;
      return true;
    },
    /** With the Ctrl key, as in every browser; a trackpad's pinch arrives the same way. */
    onWheel: (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom.value = Math.max(LEAST, Math.min(MOST, shownScale.value * Math.exp(-event.deltaY / 400)));
    },
  };
}
