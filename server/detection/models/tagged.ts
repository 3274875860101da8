import type { BuiltInCategory } from '../../contract/categoryTable.ts';
import { isWordAt, isWordBefore } from '../characters.ts';
import type { ModelFind } from './model.ts';

/** A word with what a network says about it. Offsets are UTF-16 code units. */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  /** Index of the word in the text. */
  readonly word: number;
  readonly category: BuiltInCategory;
  readonly label: string | null;
  readonly begin: boolean;
  readonly ends: boolean;
  readonly confidence: number;
}

const BLANK_LINE = /\n[^\S\n]*\r?\n|\r[^\S\r\n]*\r/;

/** Joins words of one find and trims marks from its ends; its confidence is the mean of its words. */
export function joinTagged(text: string, words: readonly TaggedWord[]): ModelFind[] {
  const finds: ModelFind[] = [];
  let group: TaggedWord[] = [];
  const close = (): void => {
    while (group.length > 0 && !isWordAt(text, group[0]!.start)) group.shift();
    while (group.length > 0 && !isWordBefore(text, group.at(-1)!.end)) group.pop();
    const [first] = group;
    if (first !== undefined) {
      const confidence = group.reduce((sum, word) => sum + word.confidence, 0) / group.length;
      finds.push({ start: first.start, end: group.at(-1)!.end, category: first.category, confidence });
    }
    group = [];
  };
  for (const word of words) {
    const last = group.at(-1);
    if (last !== undefined && !goesOn(text, last, word)) close();
    group.push(word);
  }
  close();
  return finds;
}

function goesOn(text: string, last: TaggedWord, next: TaggedWord): boolean {
  return (
    next.word === last.word + 1 &&
    next.label === last.label &&
    next.category === last.category &&
    !next.begin &&
    !last.ends &&
    !BLANK_LINE.test(text.slice(last.end, next.start))
  );
}
