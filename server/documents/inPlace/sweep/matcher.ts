/** Where a pattern was found. */
export interface Hit<P> {
  readonly start: number;
  readonly end: number;
  readonly pattern: P;
}

/** Finds the patterns in a text, from left to right, the longest one first, never overlapping. */
export type Matcher<P> = (text: string) => Generator<Hit<P>>;

const FILTER_SIZE = 1 << 16;
const slot = (first: number, second: number): number => (first * 31 + second) & (FILTER_SIZE - 1);

/**
 * Searches for many texts at once: a table of the first two characters leaves out nearly every place, so the time grows with the text and
 * hardly with the number of patterns.
 * @param patterns - texts of at least two UTF-16 code units; shorter ones are ignored
 * @param accept - whether a place where a pattern stands counts; the next shorter pattern is tried when not
 */
export function createMatcher<P extends { readonly text: string }>(
  patterns: readonly P[],
  accept: (text: string, start: number, pattern: P) => boolean = () => true,
): Matcher<P> {
  const filter = new Uint8Array(FILTER_SIZE);
  const byStart = new Map<string, P[]>();
  for (const pattern of [...patterns].sort((a, b) => b.text.length - a.text.length)) {
    if (pattern.text.length < 2) continue;
    filter[slot(pattern.text.charCodeAt(0), pattern.text.charCodeAt(1))] = 1;
    const key = pattern.text.slice(0, 2);
    const list = byStart.get(key);
    if (list === undefined) byStart.set(key, [pattern]);
    else list.push(pattern);
  }
  return function* (text) {
    if (byStart.size === 0) return;
    let first = text.charCodeAt(0);
    for (let at = 0; at + 1 < text.length; at += 1) {
      const second = text.charCodeAt(at + 1);
      if (filter[slot(first, second)] === 1) {
        const pattern = byStart
          .get(text.slice(at, at + 2))
          ?.find((candidate) => text.startsWith(candidate.text, at) && accept(text, at, candidate));
        if (pattern !== undefined) {
          const end = at + pattern.text.length;
          yield { start: at, end, pattern };
          at = end - 1;
          first = text.charCodeAt(end);
          continue;
        }
      }
      first = second;
    }
  };
}
