import type { CommentAnchor, CommentThread } from '../../../../server/contract/workspace/comments.ts';

/** Half-open range of UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Code units kept on each side of a quote. */
const CONTEXT = 64;
/** What a quote holds at most (contract). */
const MOST_QUOTED = 5_000;

/** The range without white space at its ends; null when nothing is left, or too much for a quote. */
export function quotable(text: string, { from, to }: Range): Range | null {
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = to - (words.length - words.trimEnd().length);
  return end > start && end - start <= MOST_QUOTED ? { from: start, to: end } : null;
}

/** The anchor of a comment on a range of a revision's text, with the words around it. */
export function anchorAt(text: string, { from, to }: Range, revision: number): CommentAnchor {
  return {
    ...{ revision, from, to },
    exactQuote: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - CONTEXT), from),
    suffix: text.slice(to, to + CONTEXT),
  };
}

/** The anchor of a comment on a file as a whole, for files without text of their own: it quotes the name. */
export function anchorOnFile({ name, revision }: { readonly name: string; readonly revision: number }): CommentAnchor {
  return { revision, from: 0, to: name.length, exactQuote: name, prefix: '', suffix: '' };
}

/** Where a thread stands in the present text; null when its words are gone, or are no longer where it says. */
export function placeOf({ anchor, orphaned }: Pick<CommentThread, 'anchor' | 'orphaned'>, text: string): Range | null {
  if (orphaned || text.slice(anchor.from, anchor.to) !== anchor.exactQuote) return null;
  return { from: anchor.from, to: anchor.to };
}

/** How often words stand in a text before a place. */
function occurrencesBefore(text: string, words: string, place: number): number {
  let count = 0;
  for (let at = text.indexOf(words); at !== -1 && at < place; at = text.indexOf(words, at + 1)) count += 1;
  return count;
}

/**
 * Finds words of one rendering of a text in another (a Markdown page and its source): the same occurrence, or the last one there is. Null
 * when they do not stand there as they are.
 */
export function sameWords(words: string, place: number, from: string, to: string): Range | null {
  const wanted = occurrencesBefore(from, words, place);
  let found = to.indexOf(words);
  if (found === -1 || words === '') return null;
  for (let count = 0; count < wanted; count += 1) {
    const next = to.indexOf(words, found + 1);
    if (next === -1) break;
    found = next;
  }
  return { from: found, to: found + words.length };
}

/** Threads by whether their words are still in the text; each in the order of the text. */
export function sorted(threads: readonly CommentThread[]): {
  readonly placed: readonly CommentThread[];
  readonly orphaned: readonly CommentThread[];
} {
  const ordered = threads.toSorted((a, b) => a.anchor.from - b.anchor.from || a.createdAt.localeCompare(b.createdAt));
  return {
    placed: ordered.filter(({ orphaned }) => !orphaned),
    orphaned: ordered.filter(({ orphaned }) => orphaned),
  };
}
