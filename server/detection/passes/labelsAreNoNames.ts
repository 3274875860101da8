import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { NAMES } from './names.ts';

/** How far behind a label its value begins at most. */
const VALUE_GAP = 6;

/** True when a find is nothing but a label that stands before another find: "REA" before a number, "E-MAIL" before an address. */
function isLabelOf(view: TextView, name: Candidate, next: Candidate | undefined): boolean {
  if (next === undefined || NAMES.has(next.category) || next.start - name.end > VALUE_GAP) return false;
  const { labels } = view;
  let low = 0;
  let high = labels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (labels[middle]!.end < name.end) low = middle + 1;
    else high = middle;
  }
  const label = labels[low];
  return label !== undefined && label.start <= name.start && label.end <= next.start;
}

/** Takes back names that are labels of the values behind them. */
export function createLabelsAreNoNamesPass(): DocumentPass {
  return (view, winners) =>
    winners.filter((winner, index) => !NAMES.has(winner.category) || !isLabelOf(view, winner, winners[index + 1]));
}
