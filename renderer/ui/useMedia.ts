import { onBeforeUnmount, readonly, ref, type Ref } from 'vue';

/** Whether a media query holds, as long as the component is there. */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const holds = ref(list.matches);
  const follow = (): void => {
    holds.value = list.matches;
  };
  list.addEventListener('change', follow);
  onBeforeUnmount(() => list.removeEventListener('change', follow));
  return readonly(holds);
}
