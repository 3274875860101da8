import { createHash } from 'node:crypto';
import type { Span } from '../../../../detection/types.ts';
import type { Language } from '../../../../contract/common.ts';

/** What was found in a text: offsets and categories, nothing of the text. */
export interface CachedSpans {
  readonly language: Language;
  readonly spans: readonly Pick<Span, 'start' | 'end' | 'category' | 'confidence' | 'entity'>[];
}

/** Finds in texts that were seen before, so that a growing conversation is not looked through anew with every message. */
export interface SpanCache {
  get(key: string): CachedSpans | undefined;
  set(key: string, value: CachedSpans): void;
}

/** Finds in memory, at most: about 100 bytes each. */
const MOST_SPANS = 200_000;

/** Keeps the finds that were used last. */
export function createSpanCache(mostSpans = MOST_SPANS): SpanCache {
  const entries = new Map<string, CachedSpans>();
  let size = 0;
  const weight = ({ spans }: CachedSpans) => spans.length + 1;
  const remove = (key: string) => {
    const old = entries.get(key);
    if (old === undefined) return;
    size -= weight(old);
    entries.delete(key);
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      // The order of a map is that of insertion: the first ones were not used for longest.
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      size += weight(value);
      for (const oldest of entries.keys()) {
        if (size <= mostSpans) return;
        remove(oldest);
      }
    },
  };
}

/** Key of texts: the digest tells nothing of them. */
export function digestOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text, 'utf16le');
  return hash.digest('base64');
}
