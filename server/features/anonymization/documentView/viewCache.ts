import type { PackedView } from '../../../documents/types.ts';

/** Views that were built, the latest used ones up to a number of bytes. They hold places and looks, no text of documents. */
export interface ViewCache {
  /** The view under a key; built when it is not there, once for all who ask at the same time. */
  get(key: string, build: () => Promise<PackedView>): Promise<PackedView>;
}

/** A place of a view and an entry of its parts in memory, in bytes. */
const ENTRY_BYTES = 100;

export function createViewCache({ maxBytes }: { readonly maxBytes: number }): ViewCache {
  const kept = new Map<string, { readonly view: PackedView; readonly bytes: number }>();
  const building = new Map<string, Promise<PackedView>>();
  let total = 0;

  const keep = (key: string, view: PackedView): void => {
    const contents = view.contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const bytes = contents + ENTRY_BYTES * (view.places.length + view.parts.length);
    kept.set(key, { view, bytes });
    total += bytes;
    for (const [oldest, { bytes: freed }] of kept) {
      // The latest one stays, however large: it is in use.
      if (total <= maxBytes || oldest === key) break;
      kept.delete(oldest);
      total -= freed;
    }
  };

  return {
    async get(key, build) {
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known.view;
      }
      const running = building.get(key);
      if (running !== undefined) return await running;
      const started = build();
      building.set(key, started);
      try {
        const view = await started;
        keep(key, view);
        return view;
      } finally {
        building.delete(key);
      }
    },
  };
}
