import type { TextView } from '../../recognizer.ts';
import type { Range } from './spans.ts';

/** How far a label may stand from a value and still speak for it, in UTF-16 code units. */
const BEFORE_MAX = 70;
const AFTER_MAX = 25;

/** True when a label of one of the categories stands shortly before or right after a value, in the same paragraph. */
export function hasContext(view: TextView, { start, end }: Range, categories: readonly string[]): boolean {
  const { labels, text } = view;
  let low = 0;
  let high = labels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (labels[middle]!.start < start - BEFORE_MAX) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < labels.length; index += 1) {
    const label = labels[index]!;
    if (label.start > end + AFTER_MAX) return false;
    if (!label.groups.some(({ category, isContext }) => isContext !== false && categories.includes(category))) continue;
    const between = label.end <= start ? text.slice(label.end, start) : text.slice(end, label.start);
    if (!/\n[ \t\r]*\n/.test(between)) return true;
  }
  return false;
}
