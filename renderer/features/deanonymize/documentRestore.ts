import { onBeforeUnmount, shallowRef } from 'vue';
import { unresolvedPlaceholder, type UnresolvedPlaceholder } from '../../../server/contract/anonymization.ts';
import { deanonymizeDocument } from '../../../server/contract/documents.ts';
import { call, isApiError, type DownloadedFile } from '../../api/index.ts';

/** A document that gets its originals back; it stays in memory until the page is left. */
export type DocumentState = { readonly name: string } & (
  | { readonly state: 'busy' }
  | { readonly state: 'failed'; readonly error: unknown }
  | {
      readonly state: 'done';
      readonly file: DownloadedFile;
      /** Placeholders that were replaced. */
      readonly restored: number;
      /** Different placeholders that stayed. */
      readonly unresolved: number;
      /** The first of them. */
      readonly listed: readonly UnresolvedPlaceholder[];
    }
);

function listIn(header: string | null): readonly UnresolvedPlaceholder[] {
  try {
    return unresolvedPlaceholder.array().parse(JSON.parse(decodeURIComponent(header ?? '%5B%5D')));
  } catch {
    // Their number is known all the same.
    return [];
  }
}

/** Restores one document at a time; a new one, and leaving the page, ends the one before. */
export function useDocumentRestore() {
  const current = shallowRef<DocumentState | null>(null);
  let asking = new AbortController();

  function clear(): void {
    asking.abort();
    current.value = null;
  }

  async function restore(document: File): Promise<void> {
    clear();
    asking = new AbortController();
    const { signal } = asking;
    const { name } = document;
    current.value = { name, state: 'busy' };
    try {
      const file = await call(deanonymizeDocument, { file: document, body: {}, signal });
      if (signal.aborted) return;
      const count = (header: string) => Number(file.header(header) ?? 0);
      current.value = {
        ...{ name, state: 'done', file },
        ...{ restored: count('X-Deckname-Restored'), unresolved: count('X-Deckname-Unresolved') },
        listed: listIn(file.header('X-Deckname-Unresolved-Placeholders')),
      };
    } catch (error) {
      if (!signal.aborted && !isApiError(error, 'ABORTED')) current.value = { name, state: 'failed', error };
    }
  }
  onBeforeUnmount(clear);
  return { current, restore, clear };
}
