import type { TextReplacement } from '../types.ts';

/** White space and characters that are not seen. */
const GAPS = /[\s\u00AD\u200B-\u200D\u2060\uFEFF]+/g;
const compact = (text: string): string => text.replace(GAPS, '');

/** Whether two texts differ in nothing but white space. */
export const isMirror = (text: string, other: string): boolean => text === other || compact(text) === compact(other);

/** Replacements of one text in the offsets of another that is its mirror. What covers nothing but white space is left out. */
export function mirrored(
  text: string,
  other: string,
  replacements: readonly TextReplacement[],
): readonly TextReplacement[] {
  if (text === other || replacements.length === 0) return replacements;
  const [seen, places] = [visible(text), visible(other)];
  const result: TextReplacement[] = [];
  let from = 0;
  for (const { start, end, text: replacement } of replacements) {
    while (from < seen.length && seen[from]! < start) from += 1;
    let to = from;
    while (to < seen.length && seen[to]! < end) to += 1;
    if (to > from) result.push({ start: places[from]!, end: places[to - 1]! + 1, text: replacement });
    from = to;
  }
  return result;
}

/** Where the characters stand that are seen. */
function visible(text: string): Uint32Array {
  const places = new Uint32Array(text.length);
  let count = 0;
  let at = 0;
  const take = (until: number) => {
    for (; at < until; at += 1) {
      places[count] = at;
      count += 1;
    }
  };
  for (const { 0: gap, index } of text.matchAll(GAPS)) {
    take(index);
    at += gap.length;
  }
  take(text.length);
  return places.subarray(0, count);
}
