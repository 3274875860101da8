/**
 * The other family of models that the network was compared with: a greedy averaged perceptron (Collins 2002) over the same features,
 * with a window of two words on either side and the labels before. Reads what train.ts has prepared and prints its scores.
 *
 *   node build/tagger/perceptron.ts --work DIR [--passes 3]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../../server/contract/languages.ts';
import { CLASS_COUNT } from '../../server/detection/tagger/categories.ts';
import { PLACE_FEATURES, WORD_FEATURES } from '../../server/detection/tagger/features.ts';
import { IGNORED } from './labels.ts';

const FEATURES = WORD_FEATURES.length;
const PLACES = Object.keys(PLACE_FEATURES).length;
/** Labels: nothing, and for every category its beginning and its continuation. */
const LABELS = 2 * CLASS_COUNT;
const TABLE = 1 << 18;
const WINDOW = 2;
/** Features of neighbours: word, suffix, shape, membership in lists. */
const NEAR = [0, 5, 7, 13] as const;

class Texts {
  readonly words: Int32Array;
  readonly word: Int32Array;
  readonly place: Uint8Array;
  readonly kind: Uint8Array;
  readonly begin: Uint8Array;
  readonly language: Uint8Array;

  constructor(folder: string) {
    const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
    const integers = (name: string): Int32Array => new Int32Array(bytes(name).buffer);
    this.words = integers('words.i32');
    this.word = integers('word.i32');
    this.place = bytes('place.u8');
    this.kind = bytes('class.u8');
    this.begin = bytes('begin.u8');
    this.language = bytes('language.u8');
  }

  label(i: number): number {
    const kind = this.kind[i]!;
    return kind === 0 ? 0 : kind * 2 + (this.begin[i] === 1 ? 0 : 1);
  }
}

function slot(column: number, value: number): number {
  let hash = Math.imul(value + 0x9e3779b1 * (column + 1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % TABLE;
}

/** Fills `slots` with the features of token `i`. @returns how many there are */
function featuresOf(texts: Texts, i: number, before: number, beforeThat: number, slots: Int32Array): number {
  let count = 0;
  const { words, word, place } = texts;
  for (let k = 0; k < FEATURES; k += 1) {
    const row = words[word[i]! * FEATURES + k]!;
    if (row >= 0) slots[count++] = slot(k, row);
  }
  for (let k = 0; k < PLACES; k += 1) slots[count++] = slot(20 + k, place[i * PLACES + k]!);
  for (let offset = -WINDOW; offset <= WINDOW; offset += 1) {
    const at = i + offset;
    if (offset === 0 || at < 0 || at >= word.length) continue;
    for (const k of NEAR) slots[count++] = slot(40 + (offset + WINDOW) * 14 + k, words[word[at]! * FEATURES + k]!);
  }
  slots[count++] = slot(120, before);
  slots[count++] = slot(121, before * LABELS + beforeThat);
  return count;
}

const { values: flags } = parseArgs({
  options: { work: { type: 'string' }, passes: { type: 'string', default: '3' } },
});
if (flags.work === undefined) throw new Error('--work DIR is required');
const training = new Texts(join(flags.work, 'train'));
const weights = new Float32Array(TABLE * LABELS);
/** Weights times the step at which they were added, for the average over all steps. */
const sums = new Float64Array(TABLE * LABELS);
const slots = new Int32Array(64);
const scores = new Float64Array(LABELS);

function best(table: Float32Array, count: number): number {
  scores.fill(0);
  for (let f = 0; f < count; f += 1) {
    const at = slots[f]! * LABELS;
    for (let k = 0; k < LABELS; k += 1) scores[k]! += table[at + k]!;
  }
  let label = 0;
  for (let k = 2; k < LABELS; k += 1) if (scores[k]! > scores[label]!) label = k;
  return label;
}

let step = 1;
for (let pass = 0; pass < Number(flags.passes); pass += 1) {
  let before = 0;
  let beforeThat = 0;
  let errors = 0;
  for (let i = 0; i < training.word.length; i += 1) {
    let label = 0;
    if (training.kind[i] !== IGNORED) {
      const count = featuresOf(training, i, before, beforeThat, slots);
      label = best(weights, count);
      const right = training.label(i);
      if (label !== right) {
        errors += 1;
        for (let f = 0; f < count; f += 1) {
          const at = slots[f]! * LABELS;
          weights[at + right]! += 1;
          weights[at + label]! -= 1;
          sums[at + right]! += step;
          sums[at + label]! -= step;
        }
      }
      step += 1;
    }
    beforeThat = before;
    before = label;
  }
  console.log(`pass ${pass + 1}: ${errors} errors in ${training.word.length} tokens`);
}
const averaged = weights.map((weight, i) => weight - sums[i]! / step);

const dev = new Texts(join(flags.work, 'dev'));
const guessed = new Uint8Array(dev.word.length);
for (let i = 0; i < guessed.length; i += 1) {
  if (dev.kind[i] === IGNORED) continue;
  guessed[i] = best(averaged, featuresOf(dev, i, guessed[i - 1] ?? 0, guessed[i - 2] ?? 0, slots));
}
const rows = LANGUAGES.map((language, number) => {
  const tally = { values: 0, masked: 0, exact: 0, guesses: 0, tokens: 0, right: 0 };
  for (let i = 0; i < guessed.length; i += 1) {
    if (dev.language[i] !== number || dev.kind[i] === IGNORED) continue;
    if (guessed[i] !== 0) {
      tally.tokens += 1;
      if (dev.kind[i] !== 0) tally.right += 1;
      if (guessed[i]! % 2 === 0 || guessed[i]! >> 1 !== guessed[i - 1]! >> 1) tally.guesses += 1;
    }
    if (dev.begin[i] !== 1) continue;
    let end = i + 1;
    while (end < guessed.length && dev.kind[end] === dev.kind[i] && dev.begin[end] === 0) end += 1;
    const part = guessed.subarray(i, end);
    tally.values += 1;
    if (part.every((label) => label !== 0)) tally.masked += 1;
    const isWhole = part.every((label, at) => label >> 1 === dev.kind[i] && (at === 0) === (label % 2 === 0));
    if (isWhole && !(guessed[end]! % 2 === 1 && guessed[end]! >> 1 === dev.kind[i])) tally.exact += 1;
  }
  return {
    language,
    masked: (tally.masked / tally.values).toFixed(3),
    f1: ((2 * tally.exact) / (tally.values + tally.guesses)).toFixed(3),
    precision: (tally.right / tally.tokens).toFixed(3),
  };
});
console.table(rows);
