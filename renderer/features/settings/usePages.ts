import { ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import type { ListPage } from '../../api/pages.ts';
import { useAttempt } from './useSave.ts';

/** A list that is loaded page by page. */
export interface Pages<T> {
  /** null until the first page is there. */
  readonly items: ShallowRef<readonly T[] | null>;
  readonly hasMore: Ref<boolean>;
  readonly busy: Ref<boolean>;
  /** Loads the first page anew. */
  readonly reload: () => Promise<void>;
  readonly more: () => Promise<void>;
}

/** Pages of a list; `fetchPage` gets the cursor of the page before, undefined for the first. */
export function usePages<T>(fetchPage: (cursor: string | undefined) => Promise<ListPage<T>>): Pages<T> {
  const attempt = useAttempt();
  const items = shallowRef<readonly T[] | null>(null);
  const hasMore = ref(false);
  const busy = ref(false);
  let cursor: string | null = null;
  /** An answer to an older question is dropped. */
  let asked = 0;

  async function fetchInto(from: string | undefined): Promise<void> {
    asked += 1;
    const question = asked;
    busy.value = true;
    await attempt(async () => {
      const page = await fetchPage(from);
      if (question !== asked) return;
      items.value = from === undefined ? page.items : [...(items.value ?? []), ...page.items];
      cursor = page.cursor;
      hasMore.value = page.cursor !== null;
    });
    if (question === asked) busy.value = false;
  }
  return {
    items,
    hasMore,
    busy,
    reload: () => fetchInto(undefined),
    more: () => (cursor === null ? Promise.resolve() : fetchInto(cursor)),
  };
}
