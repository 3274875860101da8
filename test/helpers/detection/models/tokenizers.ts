/** tokenizer.json files of the three kinds in use, over small vocabularies. Unknown words are cut into letters. */

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzäöüéABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789.,;:-_@/()');

/** A tokenizer with the numbers of its words. */
export interface TestTokenizer {
  readonly json: object;
  /** Number of a special token, or of a word that stands after a space. */
  readonly idOf: (word: string) => number;
  readonly size: number;
}

function vocabulary(pieces: readonly string[]): Map<string, number> {
  return new Map([...new Set(pieces)].map((piece, id) => [piece, id]));
}

function framed(begin: string, end: string, ids: ReadonlyMap<string, number>): object {
  const special = (token: string) => [token, { id: token, ids: [ids.get(token)], tokens: [token] }] as const;
  return {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: begin, type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: end, type_id: 0 } },
    ],
    pair: [],
    special_tokens: Object.fromEntries([special(begin), special(end)]),
  };
}

function added(ids: ReadonlyMap<string, number>, tokens: readonly string[]): object[] {
  return tokens.map((content) => ({
    ...{ id: ids.get(content), content, special: true, normalized: false },
    ...{ single_word: false, lstrip: false, rstrip: false },
  }));
}

/** As of BERT: words and `##` continuations. @param extra - special tokens beside the usual ones */
export function wordPiece(words: readonly string[], extra: readonly string[] = []): TestTokenizer {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...extra];
  const ids = vocabulary([...special, ...words, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)]);
  return {
    size: ids.size,
    idOf: (word) => ids.get(word)!,
    json: {
      version: '1.0',
      added_tokens: added(ids, special),
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: false,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: framed('[CLS]', '[SEP]', ids),
      model: {
        ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
        vocab: Object.fromEntries(ids),
      },
    },
  };
}

/** As of XLM-RoBERTa and DeBERTa: SentencePiece with a mark where words begin. */
export function unigram(words: readonly string[], extra: readonly string[] = []): TestTokenizer {
  const special = ['<s>', '</s>', '<unk>', ...extra];
  const ids = vocabulary([...special, ...words.map((word) => `\u2581${word}`), '\u2581', ...LETTERS]);
  const score = (piece: string) => (special.includes(piece) ? 0 : piece.length > 1 ? -1 : -5);
  return {
    size: ids.size,
    idOf: (word) => (ids.get(`\u2581${word}`) ?? ids.get(word))!,
    json: {
      version: '1.0',
      added_tokens: added(ids, special),
      normalizer: { type: 'NFKC' },
      pre_tokenizer: { type: 'Metaspace', replacement: '\u2581', prepend_scheme: 'always', split: true },
      post_processor: framed('<s>', '</s>', ids),
      model: { type: 'Unigram', unk_id: 2, vocab: [...ids.keys()].map((piece) => [piece, score(piece)]) },
    },
  };
}

/** As of RoBERTa: bytes, merged pair by pair into the words. */
export function byteLevel(words: readonly string[]): TestTokenizer {
  const special = ['<s>', '</s>', '<unk>'];
  const merges: string[] = [];
  const merged: string[] = [];
  for (const word of words) {
    let piece = '\u0120';
    for (const letter of word) {
      merges.push(`${piece} ${letter}`);
      merged.push((piece += letter));
    }
  }
  const bytes = [...Array(256).keys()].map((byte) => byteCharacter(byte));
  const ids = vocabulary([...special, ...bytes, ...merged]);
  return {
    size: ids.size,
    idOf: (word) => ids.get(`\u0120${word}`)!,
    json: {
      version: '1.0',
      added_tokens: added(ids, special),
      normalizer: null,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      post_processor: framed('<s>', '</s>', ids),
      model: {
        ...{ type: 'BPE', unk_token: '<unk>', continuing_subword_prefix: '', end_of_word_suffix: '', fuse_unk: false },
        vocab: Object.fromEntries(ids),
        merges: [...new Set(merges)],
      },
    },
  };
}

/** The printable stand-in of a byte in GPT-2 vocabularies: itself where it is printable, else the next free one from U+0100. */
function byteCharacter(byte: number): string {
  const printable = (value: number): boolean =>
    (value >= 33 && value <= 126) || (value >= 161 && value <= 172) || value >= 174;
  if (printable(byte)) return String.fromCharCode(byte);
  const before = [...Array(byte).keys()].filter((value) => !printable(value)).length;
  return String.fromCharCode(256 + before);
}
