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

/** Patterns of one length by their texts; the same text may stand for several patterns. */
interface SameLength<P> {
  readonly length: number;
  readonly byText: Map<string, P[]>;
}

/**
 * Searches for many texts at once: a table of the first two characters leaves out nearly every place, and where one may begin, each length is looked up once.
 * So the time grows with the text and hardly with the number of patterns, also where thousands begin alike (account numbers, addresses of one firm).
 * @param patterns - texts of at least two UTF-16 code units; shorter ones are ignored
 * @param accept - whether a place where a pattern stands counts; the next shorter pattern is tried when not
 */
export function createMatcher<P extends { readonly text: string }>(
  patterns: readonly P[],
  accept: (text: string, start: number, pattern: P) => boolean = () => true,
): Matcher<P> {
  const filter = new Uint8Array(FILTER_SIZE);
  const byStart = new Map<string, SameLength<P>[]>();
  for (const pattern of [...patterns].sort((a, b) => b.text.length - a.text.length)) {
    const { text } = pattern;
    if (text.length < 2) continue;
    filter[slot(text.charCodeAt(0), text.charCodeAt(1))] = 1;
    const key = text.slice(0, 2);
    const lengths = byStart.get(key) ?? [];
    byStart.set(key, lengths);
    let last = lengths.at(-1);
    if (last?.length !== text.length) {
      last = { length: text.length, byText: new Map() };
      lengths.push(last);
    }
    const same = last.byText.get(text);
    if (same === undefined) last.byText.set(text, [pattern]);
    else same.push(pattern);
  }
  const patternAt = (text: string, at: number): P | undefined => {
    for (const { length, byText } of byStart.get(text.slice(at, at + 2)) ?? []) {
      const found = byText.get(text.slice(at, at + length))?.find((pattern) => accept(text, at, pattern));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return function* (text) {
    if (byStart.size === 0) return;
    let first = text.charCodeAt(0);
    for (let at = 0; at + 1 < text.length; at += 1) {
      const second = text.charCodeAt(at + 1);
      if (filter[slot(first, second)] === 1) {
        const pattern = patternAt(text, at);
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
