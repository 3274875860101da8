import type { DetectorDefinition, TryDetectorResult } from '../../contract/detectors.ts';
import { createTextView } from '../view.ts';
import { createPluggedDetector } from './plugged.ts';

/** Models see the text alone; which language a sample is in changes nothing for them. */
const LANGUAGE = 'en';

/** Loads a detector, runs it alone on a sample and lets go of it. @throws AppError DETECTOR_UNAVAILABLE */
export async function tryPlugged(
  definition: DetectorDefinition,
  modelsDir: string,
  text: string,
): Promise<TryDetectorResult> {
  const detector = createPluggedDetector(definition, modelsDir);
  try {
    const startedAt = performance.now();
    const { labels, version } = await detector.load();
    const finds = await detector.propose(createTextView(text, LANGUAGE), {
      level: 'strict',
      categories: Object.fromEntries(detector.categories.map((category) => [category, true])),
      terms: [],
    });
    return {
      finds: finds
        .map(({ start, end, category, confidence }) => ({
          start,
          end,
          text: text.slice(start, end),
          category,
          confidence,
        }))
        .sort((a, b) => a.start - b.start || b.end - a.end),
      labels: [...labels],
      version,
      milliseconds: Math.round(performance.now() - startedAt),
    };
  } finally {
    await detector.release();
  }
}
