import type { RestoreBook } from './book.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';

const WORDS = /[A-Za-z0-9_]+/g;

/** Puts names of tools and properties back where a text mentions their aliases as whole words. */
export function createNameRestorer({ names }: Pick<RestoreBook, 'names'>): PieceRestorer {
  if (names.size === 0) return UNTOUCHED;
  let held = '';
  /** The text that has left ends inside of a word. */
  let isInWord = false;
  const take = (length: number) => {
    const text = held.slice(0, length);
    held = held.slice(length);
    if (text === '') return '';
    const out = text.replace(WORDS, (word, at: number) => (at === 0 && isInWord ? word : (names.get(word) ?? word)));
    isInWord = /[A-Za-z0-9_]$/.test(text);
    return out;
  };
  const mayBeName = (word: string, at: number) =>
    !(at === 0 && isInWord) && [...names.keys()].some((alias) => alias.startsWith(word));
  return {
    push(piece) {
      held += piece;
      const at = held.search(/(?<![A-Za-z0-9_])[A-Za-z0-9_]+$/);
      return take(at !== -1 && mayBeName(held.slice(at), at) ? at : held.length);
    },
    end() {
      const rest = take(held.length);
      isInWord = false;
      return rest;
    },
  };
}
