import { onBeforeUnmount, onMounted, shallowRef, watch, type ShallowRef } from 'vue';
import { useWorkspace } from '../store.ts';

/** Something of a node that a panel shows: read when the panel opens, when the node changes, and when the server tells of a change. */
export function useLoaded<T>(
  nodeId: () => string,
  fetch: (id: string) => Promise<T>,
): { readonly value: ShallowRef<T | null>; readonly failure: ShallowRef<unknown>; readonly load: () => Promise<void> } {
  const value: ShallowRef<T | null> = shallowRef(null);
  const failure = shallowRef<unknown>(null);
  let asked = 0;

  async function load(): Promise<void> {
    asked += 1;
    const mine = asked;
    try {
      const answer = await fetch(nodeId());
      if (mine !== asked) return;
      value.value = answer;
      failure.value = null;
    } catch (error) {
      if (mine === asked) failure.value = error;
    }
  }
  watch(nodeId, () => {
    value.value = null;
    void load();
  });
  onMounted(load);
  onBeforeUnmount(
    useWorkspace().observe((event) => {
      const concerned =
        (event.kind === 'changed' && event.changes.some((change) => change.nodeId === nodeId())) ||
        (event.kind === 'stored' && event.node.id === nodeId());
      if (concerned) void load();
    }),
  );
  return { value, failure, load };
}
