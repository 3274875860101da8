import type { TextView } from '../recognizer.ts';

/** A word as a network sees it. Offsets are UTF-16 code units. */
export interface ModelWord {
  readonly start: number;
  readonly end: number;
  /** True after a space, a line break or at the beginning. */
  readonly afterSpace: boolean;
}

/** Words, numbers and single marks: the cut of newspaper corpora, on which taggers are trained. */
export function wordsOfView({ tokens }: TextView): ModelWord[] {
  const words: ModelWord[] = [];
  let lastEnd = -1;
  for (const { kind, start, end } of tokens) {
    if (kind === 'break') continue;
    words.push({ start, end, afterSpace: start !== lastEnd });
    lastEnd = end;
  }
  return words;
}

/** The cut that GLiNER is trained with: words joined by hyphens or underscores are one; a mark is a word of its own. */
export function joinedWordsOfView(view: TextView): ModelWord[] {
  const words: ModelWord[] = [];
  const all = wordsOfView(view);
  for (let at = 0; at < all.length; at += 1) {
    const { start, afterSpace } = all[at]!;
    let last = at;
    while (isWord(view, all[last]) && joins(view, all[last + 1]) && isWord(view, all[last + 2])) {
      if (all[last + 1]!.afterSpace || all[last + 2]!.afterSpace) break;
      last += 2;
    }
    words.push({ start, end: all[last]!.end, afterSpace });
    at = last;
  }
  return words;
}

function isWord({ text }: TextView, word: ModelWord | undefined): boolean {
  return word !== undefined && /[\p{L}\p{N}]/u.test(text.slice(word.start, word.end));
}

function joins({ text }: TextView, word: ModelWord | undefined): boolean {
  return word !== undefined && word.end - word.start === 1 && (text[word.start] === '-' || text[word.start] === '_');
}
