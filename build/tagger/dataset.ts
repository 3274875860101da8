import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import type { Gazetteers } from '../../server/detection/gazetteers/index.ts';
import { createLexiconSource } from '../../server/detection/gazetteers/lexicon.ts';
import { PLACE_FEATURES, placeFeatures, WORD_FEATURES, wordFeatures } from '../../server/detection/tagger/features.ts';
import { createTextView } from '../../server/detection/view.ts';
import type { Piece } from './annotated.ts';
import { classOf, IGNORED } from './labels.ts';

/** Empty tokens between two texts, so that neither sees the other's words. */
const GAP = 16;
const PLACE_COUNT = Object.keys(PLACE_FEATURES).length;
const FEATURE_COUNT = WORD_FEATURES.length;

/** A growing array of numbers. */
interface Column<T extends Uint8Array | Int32Array> {
  length: number;
  array: T;
}

function push<T extends Uint8Array | Int32Array>(column: Column<T>, values: ArrayLike<number>): void {
  const needed = column.length + values.length;
  if (needed > column.array.length) {
    const Type = column.array.constructor as new (length: number) => T;
    const grown = new Type(Math.max(needed, column.array.length * 2));
    grown.set(column.array);
    column.array = grown;
  }
  column.array.set(values, column.length);
  column.length = needed;
}

/**
 * Collects texts as arrays that train.py reads:
 * `words.i32` (rows of every distinct word; row 0 is the empty token), and per token `word.i32` (index into words), `place.u8`, `class.u8`
 * (255 teaches nothing), `begin.u8` (1 at the first token of a value) and `language.u8`.
 */
export class DatasetWriter {
  readonly #gazetteers: Gazetteers;
  readonly #lexiconOf: ReturnType<typeof createLexiconSource>;
  readonly #numbers = new Map<string, number>();
  readonly #words: Column<Int32Array> = { length: 0, array: new Int32Array(1 << 20) };
  readonly #word: Column<Int32Array> = { length: 0, array: new Int32Array(1 << 20) };
  readonly #place: Column<Uint8Array> = { length: 0, array: new Uint8Array(1 << 22) };
  readonly #class: Column<Uint8Array> = { length: 0, array: new Uint8Array(1 << 20) };
  readonly #begin: Column<Uint8Array> = { length: 0, array: new Uint8Array(1 << 20) };
  readonly #language: Column<Uint8Array> = { length: 0, array: new Uint8Array(1 << 20) };

  constructor(gazetteers: Gazetteers) {
    this.#gazetteers = gazetteers;
    this.#lexiconOf = createLexiconSource(gazetteers);
    push(this.#words, new Int32Array(FEATURE_COUNT).fill(-1));
  }

  get tokens(): number {
    return this.#word.length;
  }

  /** @param language - what the text is taken for, and what it is written in */
  add(pieces: readonly Piece[], { taken, written }: { readonly taken: Language; readonly written: Language }): void {
    const view = createTextView(pieces.map(({ text }) => text).join(''), taken);
    const lexicon = this.#lexiconOf(view);
    const { tokens } = view;
    const rows = new Int32Array(FEATURE_COUNT);
    const words = new Int32Array(tokens.length + GAP);
    for (let i = 0; i < tokens.length; i += 1) {
      const key = `${taken} ${tokens[i]!.text}`;
      let number = this.#numbers.get(key);
      if (number === undefined) {
        wordFeatures(view, lexicon, this.#gazetteers, i, rows);
        number = this.#words.length / FEATURE_COUNT;
        this.#numbers.set(key, number);
        push(this.#words, rows);
      }
      words[i] = number;
    }
    const classes = new Uint8Array(tokens.length + GAP);
    const begins = new Uint8Array(tokens.length + GAP);
    let at = 0;
    let offset = 0;
    for (const piece of pieces) {
      const end = offset + piece.text.length;
      const kind = classOf(piece);
      let isFirst = true;
      while (at < tokens.length && tokens[at]!.start < end) {
        if (tokens[at]!.start >= offset) {
          classes[at] = kind;
          if (isFirst && kind !== 0 && kind !== IGNORED) begins[at] = 1;
          isFirst = false;
        }
        at += 1;
      }
      offset = end;
    }
    classes.fill(IGNORED, tokens.length);
    const places = new Uint8Array((tokens.length + GAP) * PLACE_COUNT);
    places.set(placeFeatures(view, lexicon));
    push(this.#word, words);
    push(this.#place, places);
    push(this.#class, classes);
    push(this.#begin, begins);
    push(this.#language, new Uint8Array(words.length).fill(LANGUAGES.indexOf(written)));
  }

  write(folder: string): void {
    mkdirSync(folder, { recursive: true });
    const save = (name: string, { array, length }: Column<Uint8Array | Int32Array>): void =>
      writeFileSync(join(folder, name), array.subarray(0, length));
    save('words.i32', this.#words);
    save('word.i32', this.#word);
    save('place.u8', this.#place);
    save('class.u8', this.#class);
    save('begin.u8', this.#begin);
    save('language.u8', this.#language);
  }
}
