import { onBeforeUnmount, onMounted, watch } from 'vue';
import { fetchNode } from './api.ts';
import { createListing, type Listing, type ListingSource } from './model/listing.ts';
import type { ListOrder } from './model/order.ts';
import { useWorkspace } from './store.ts';

/** Pause before the next page is fetched ahead of scrolling, in milliseconds. */
const AHEAD_MS = 40;
/** How often entries that are being anonymized are asked about, in milliseconds. */
const RUNNING_MS = 1_500;
const MOST_RUNNING = 20;

/** The list of a component: loaded with it, up to the last entry, and kept up to date while it is shown. */
export function useListing(source: ListingSource, order?: ListOrder): Listing {
  const workspace = useWorkspace();
  const listing = createListing(source);
  let ahead: ReturnType<typeof setTimeout> | undefined;
  let running: ReturnType<typeof setTimeout> | undefined;

  const stop = workspace.observe((event) => {
    if (event.kind === 'changed') {
      void listing.apply(event.changes);
      return;
    }
    if (event.kind !== 'stored') return;
    const { id, parentId, projectId, trashedAt } = event.node;
    void listing.apply([{ nodeId: id, parentId, projectId, gone: trashedAt !== null }]);
  });
  onMounted(() => void listing.show(order));

  // Scrollbar, letters and Ctrl+A reach every entry: the pages follow each other in the background.
  watch(
    () => listing.hasMore.value && !listing.loading.value && listing.failure.value === null,
    (wanted) => {
      clearTimeout(ahead);
      if (wanted) ahead = setTimeout(() => void listing.more(), AHEAD_MS);
    },
  );

  async function followRunning(): Promise<void> {
    const nodes = listing.nodes.value.filter(({ anonymizationStatus }) => anonymizationStatus === 'processing');
    for (const { id } of nodes.slice(0, MOST_RUNNING)) {
      try {
        const node = await fetchNode(id);
        if (node) listing.patch(id, node);
      } catch {
        // The frame shows a lost connection; the next round asks again.
      }
    }
    running = setTimeout(() => void followRunning(), RUNNING_MS);
  }
  onMounted(() => {
    running = setTimeout(() => void followRunning(), RUNNING_MS);
  });
  onBeforeUnmount(() => {
    stop();
    listing.close();
    clearTimeout(ahead);
    clearTimeout(running);
  });
  return listing;
}
