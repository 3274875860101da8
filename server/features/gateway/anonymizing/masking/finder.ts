import type { DetectionOptions, Detector } from '../../../../detection/types.ts';
import type { CachedSpans, SpanCache } from './spanCache.ts';

/**
 * Finds values in a text.
 * @param key - of the text and of everything that finds depend on
 */
export type FindSpans = (key: string, text: string, options: DetectionOptions) => Promise<CachedSpans>;

/** Looks a text up among those that were seen before, and looks through it when it was not. */
export function createFinder(detector: Pick<Detector, 'detect'>, cache: SpanCache, signal: AbortSignal): FindSpans {
  return async (key, text, options) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const result = await detector.detect(text, options, signal);
    const spans = result.spans.map(({ start, end, category, confidence, entity }) => ({
      start,
      end,
      category,
      confidence,
      ...(entity !== undefined && { entity }),
    }));
    const value = { language: result.language, spans };
    cache.set(key, value);
    return value;
  };
}
