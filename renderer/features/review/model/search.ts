/** A range of the original text, UTF-16 code units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** More hits than a person can walk through only cost time. */
const MAX_HITS = 5_000;

const escapeExpression = (value: string) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Case-insensitive; any run of blanks in the query matches any run of white space, line breaks included. */
export function searchText(text: string, query: string): TextRange[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const expression = new RegExp(words.map(escapeExpression).join('\\s+'), 'giu');
  const hits: TextRange[] = [];
  for (const match of text.matchAll(expression)) {
    hits.push({ start: match.index, end: match.index + match[0].length });
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}

/** Index of the first hit at or behind `offset`, 0 when all lie before it. */
export function hitFrom(hits: readonly TextRange[], offset: number): number {
  const index = hits.findIndex((hit) => hit.start >= offset);
  return Math.max(index, 0);
}
