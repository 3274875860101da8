/** Where a pattern was found. */
export interface Hit<P> {
  readonly start: number;
  readonly end: number;
  readonly pattern: P;
}

/** Finds the patterns in a text, from left to right, the longest one first, never overlapping. */
export type Matcher<P> = (text: string) => Generator<Hit<P>>;

const FILTER_SIZE = 1 << 16;
const slot = (text: string, at: number): number =>
  (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & (FILTER_SIZE - 1);

/** Tells whether a text may begin somewhere, by its first two characters. */
function createFilter(texts: Iterable<{ readonly text: string }>): (text: string, at: number) => boolean {
  const slots = new Uint8Array(FILTER_SIZE);
  for (const { text } of texts) slots[slot(text, 0)] = 1;
  return (text, at) => slots[slot(text, at)] === 1;
}

/** The shields in which a pattern may begin: nearly none of hundreds of thousands. */
export function neededShields<P extends { readonly text: string }>(
  shields: readonly P[],
  patterns: Iterable<{ readonly text: string }>,
): P[] {
  const mayBegin = createFilter(patterns);
  return shields.filter(({ text }) => {
    for (let at = 0; at + 1 < text.length; at += 1) if (mayBegin(text, at)) return true;
    return false;
  });
}

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
  const known = patterns.filter(({ text }) => text.length >= 2).sort((a, b) => b.text.length - a.text.length);
  const mayBegin = createFilter(known);
  const byStart = new Map<string, SameLength<P>[]>();
  for (const pattern of known) {
    const { text } = pattern;
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
    for (let at = 0; at + 1 < text.length; at += 1) {
      const pattern = mayBegin(text, at) ? patternAt(text, at) : undefined;
      if (pattern === undefined) continue;
      const end = at + pattern.text.length;
      yield { start: at, end, pattern };
      at = end - 1;
    }
  };
}
