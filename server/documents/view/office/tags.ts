import type { TextPlace, TextReplacement } from '../../inPlace/types.ts';

/**
 * How a word is found again in a document: a copy of the document is written with the offset of every word before it, in characters that no
 * text has (Unicode noncharacters, which XML allows). What is made of the copy then knows where each word stands in the text.
 */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const TAG = /\uFDD0([0-9a-z]+)\uFDD1/g;
const BASE = 36;
const WORD = /\S+/g;

/** What is shown of a document; names, links and properties are not. */
const SHOWN: ReadonlySet<TextPlace['part']['kind']> = new Set([
  ...(['body', 'header', 'footer', 'footnote', 'comment', 'textbox', 'slide', 'notes', 'sheet'] as const),
]);

/** Whether a text can be tagged: it has none of the characters of tags, and is not too long to be shown in parts. */
export const canTag = (text: string): boolean => text.length <= MOST_CHARACTERS && !/[\uFDD0\uFDD1]/.test(text);
const MOST_CHARACTERS = 1_500_000;

/**
 * The words of the places that are shown, each with its tag. The names of sheets, their first lines, are none of the cells.
 * @param place - where an offset is in the text that is shown, when that is another one
 */
export function tagsFor(
  text: string,
  places: readonly TextPlace[],
  place: (at: number) => number = (at) => at,
): TextReplacement[] {
  const tags: TextReplacement[] = [];
  const sheets = new Set<number>();
  for (const { start, end, part } of places) {
    if (!SHOWN.has(part.kind)) continue;
    let from = start;
    if (part.kind === 'sheet') {
      const number = part.number ?? 0;
      if (sheets.has(number)) continue;
      sheets.add(number);
      const line = text.indexOf('\n', start);
      from = line < 0 ? end : line;
    }
    WORD.lastIndex = 0;
    for (const { 0: word, index } of text.slice(from, end).matchAll(WORD)) {
      const at = from + index;
      tags.push({ start: at, end: at + word.length, text: `${OPEN}${place(at).toString(BASE)}${CLOSE}${word}` });
    }
  }
  return tags;
}

/** A stretch of the text. UTF-16 code units, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const SPACE = /\s/;

/** Where in the text the words of a tagged string stand; null where it has none. */
export function stretchOf(tagged: string, text: string): Stretch | null {
  let start = -1;
  let end = -1;
  for (const [, digits] of tagged.matchAll(TAG)) {
    const at = Number.parseInt(digits!, BASE);
    if (at >= text.length) continue;
    if (start < 0) start = at;
    // Words of one string follow each other; one that does not stands somewhere else.
    else if (at < end) continue;
    end = at;
    while (end < text.length && !SPACE.test(text[end]!)) end += 1;
  }
  return start < 0 ? null : { start, end };
}
