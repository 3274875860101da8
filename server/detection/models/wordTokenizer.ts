import * as library from '@huggingface/tokenizers';
import { ModelFailure } from './unavailable.ts';

/** Pieces of one word that a network gets to see; a longer "word" is no name, and its beginning tells enough. */
const PIECES_MAX = 32;
/**
 * Code units of a word that are encoded: far more than its pieces need, and a bound on vocabularies that take more than linear time
 * and on the expressions that a tokenizer.json may bring along.
 */
const WORD_MAX = 256;
/** Marks the beginning of a word in SentencePiece vocabularies. */
const WORD_BEGIN = '\u2581';
const SAMPLE = 'a';

/** The part of the library that is used; its own declarations import without extensions, which Node's resolution does not find. */
interface LibraryTokenizer {
  encode(text: string, options?: { add_special_tokens: boolean }): { ids: number[]; tokens: string[] };
  token_to_id(token: string): number | undefined;
}
const { Tokenizer } = library as unknown as {
  readonly Tokenizer: new (json: object, config: object) => LibraryTokenizer;
};

/** Gives words the numbers of a model's vocabulary. */
export interface WordTokenizer {
  /** What stands before and behind every text, for example [CLS] and [SEP]. */
  readonly before: readonly number[];
  readonly behind: readonly number[];
  /**
   * Encodes words for one text; remembers what it has met.
   * @returns pieces of the word; empty for what the vocabulary cannot express
   */
  encoder(): (word: string, follows: 'space' | 'word') => readonly number[];
}

/**
 * A tokenizer of a tokenizer.json. Words are encoded one by one, so offsets stay those of the words: whatever normalizers and
 * vocabularies do to a word, it cannot move. For words as the models' own rules cut them (spaces and punctuation) the pieces
 * are those of the whole text.
 * @param json - content of tokenizer.json
 * @param config - content of tokenizer_config.json, when there is one
 * @throws ModelFailure not_a_model
 */
export function createWordTokenizer(json: unknown, config: unknown): WordTokenizer {
  let tokenizer: LibraryTokenizer;
  let before: number[];
  let behind: number[];
  try {
    // Nothing is decoded here.
    tokenizer = new Tokenizer({ ...asObject(json), decoder: null }, config === undefined ? {} : asObject(config));
    const plain = tokenizer.encode(SAMPLE, { add_special_tokens: false }).ids;
    const framed = tokenizer.encode(SAMPLE).ids;
    const at = framed.findIndex((_, start) => plain.every((id, i) => framed[start + i] === id));
    before = framed.slice(0, at);
    behind = framed.slice(at + plain.length);
    if (at < 0) throw new TypeError('special tokens inside a word');
  } catch (cause) {
    throw new ModelFailure('not_a_model', { cause });
  }

  const encode = (word: string, follows: 'space' | 'word'): readonly number[] => {
    const { ids, tokens } = encodeWith(tokenizer, follows === 'space' ? ` ${word}` : word);
    const pieces = ids.slice(0, PIECES_MAX);
    const [first] = tokens;
    if (follows === 'word' && first?.startsWith(WORD_BEGIN)) {
      // Inside a text nothing begins here: "Anna," is ▁Anna and a comma, not ▁Anna and ▁,
      const rest = first.slice(WORD_BEGIN.length);
      const id = rest === '' ? undefined : tokenizer.token_to_id(rest);
      if (rest === '' && pieces.length > 1) pieces.shift();
      else if (id !== undefined) pieces[0] = id;
    }
    return pieces.filter((id) => Number.isInteger(id));
  };

  return {
    before,
    behind,
    encoder() {
      const known = { space: new Map<string, readonly number[]>(), word: new Map<string, readonly number[]>() };
      return (whole, follows) => {
        const word = whole.slice(0, WORD_MAX);
        let pieces = known[follows].get(word);
        if (pieces === undefined) known[follows].set(word, (pieces = encode(word, follows)));
        return pieces;
      };
    },
  };
}

function encodeWith(tokenizer: LibraryTokenizer, word: string): { ids: number[]; tokens: string[] } {
  try {
    return tokenizer.encode(word, { add_special_tokens: false });
  } catch {
    // Without its cause: the message may quote the word.
    throw new ModelFailure('unsupported_model');
  }
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object');
  return value;
}
