/** A sequence of words to look for, with what a find of it is. */
export interface Sequence {
  readonly words: readonly string[];
  readonly category: string;
  readonly confidence: number;
}

/** Most sequences kept for one first word, longest first, so that hostile input cannot make a look-up long. */
const SEQUENCES_MAX = 16;

/** Sequences of folded words by their first word. */
export interface SequenceIndex {
  add(sequence: Sequence): void;
  /** Sequences that begin with the word, longest first. */
  startingWith(word: string): readonly Sequence[];
}

export function createSequenceIndex(): SequenceIndex {
  const byFirst = new Map<string, Sequence[]>();
  return {
    add(sequence) {
      const list = byFirst.get(sequence.words[0]!) ?? [];
      if (
        list.some(
          ({ words }) => words.length === sequence.words.length && words.every((word, i) => word === sequence.words[i]),
        )
      )
        return;
      list.push(sequence);
      list.sort((a, b) => b.words.length - a.words.length);
      if (list.length > SEQUENCES_MAX) list.pop();
      byFirst.set(sequence.words[0]!, list);
    },
    startingWith: (word) => byFirst.get(word) ?? [],
  };
}
