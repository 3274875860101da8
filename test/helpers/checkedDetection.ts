import type { DetectionEngine, DetectionOptions, DetectionResult } from '../../server/detection/types.ts';

/**
 * Detects and looks at what holds for every text: finds lie inside the text in order, never overlap, are never empty, never cut a
 * code point in two, and are the same a second time.
 * @throws Error that says which rule is broken; the text is the caller's to show
 */
export async function checkedDetection(
  engine: DetectionEngine,
  text: string,
  options: DetectionOptions,
): Promise<DetectionResult> {
  const result = await engine.detect(text, options);
  let free = 0;
  for (const { start, end, confidence, sources, category } of result.spans) {
    must(Number.isInteger(start) && Number.isInteger(end), 'offsets are whole numbers');
    must(start >= free, 'finds are in order and do not overlap');
    must(end > start && end <= text.length, 'a find lies inside the text and is not empty');
    must(!cutsCodePoint(text, start) && !cutsCodePoint(text, end), 'a find cuts no code point');
    must(confidence >= 0 && confidence <= 1, 'a confidence is between 0 and 1');
    must(sources.length > 0, 'a find names its sources');
    must(options.categories[category] === true, 'only wanted categories are reported');
    free = end;
  }
  const again = await engine.detect(text, options);
  must(JSON.stringify(again) === JSON.stringify(result), 'the same input gives the same output');
  return result;
}

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken rule: ${rule}`);
}

function cutsCodePoint(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
