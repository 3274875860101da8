/** A part of a text that a network sees at once, as indices of words; ends are exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** The words whose answer counts: those with enough context on both sides. Windows own every word once. */
  readonly ownFrom: number;
  readonly ownTo: number;
}

/**
 * Cuts a text into overlapping windows. The words of an overlap belong to the window in which they stand farther from the
 * edge.
 * @param sizes - pieces that each word takes; a word over `budget` gets a window of its own
 * @param budget - most pieces in a window
 * @param overlap - pieces that neighbours share, about
 */
export function planWindows(sizes: readonly number[], budget: number, overlap: number): Window[] {
  const windows: { from: number; to: number }[] = [];
  for (let from = 0; from < sizes.length;) {
    let to = from;
    let size = 0;
    while (to < sizes.length && (to === from || size + sizes[to]! <= budget)) size += sizes[to++]!;
    windows.push({ from, to });
    if (to === sizes.length) break;
    let next = to;
    for (let shared = 0; next - 1 > from && shared + sizes[next - 1]! <= overlap;) shared += sizes[--next]!;
    from = next;
  }
  const border = (index: number): number => Math.ceil((windows[index]!.from + windows[index - 1]!.to) / 2);
  return windows.map(({ from, to }, index) => ({
    from,
    to,
    ownFrom: index === 0 ? 0 : border(index),
    ownTo: index === windows.length - 1 ? sizes.length : border(index + 1),
  }));
}
