import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** How near the end counts as the end, in px. */
const NEAR_PX = 40;

/** Keeps a scrolling element at its end while its content grows, until the reader scrolls up; back at the end, it goes on. */
export function useAutoScroll(scroller: Ref<HTMLElement | null>): {
  /** False once the reader has left the end. */
  readonly atEnd: Ref<boolean>;
  readonly toEnd: (smooth?: boolean) => void;
} {
  const atEnd = ref(true);
  let lastTop = 0;

  const distance = (element: HTMLElement): number => element.scrollHeight - element.scrollTop - element.clientHeight;
  function toEnd(smooth = false): void {
    const element = scroller.value;
    if (!element) return;
    atEnd.value = true;
    element.scrollTo({ top: element.scrollHeight, behavior: smooth ? 'smooth' : 'instant' });
  }
  function onScroll(): void {
    const element = scroller.value;
    if (!element) return;
    // Only a move upwards leaves the end: content that grows moves nothing.
    if (distance(element) <= NEAR_PX) atEnd.value = true;
    else if (element.scrollTop < lastTop) atEnd.value = false;
    lastTop = element.scrollTop;
  }
  const observer = new ResizeObserver(() => {
    if (atEnd.value) toEnd();
  });
  onMounted(() => {
    const element = scroller.value;
    if (!element) return;
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
  });
  onBeforeUnmount(() => {
    observer.disconnect();
    scroller.value?.removeEventListener('scroll', onScroll);
  });
  return { atEnd, toEnd };
}
