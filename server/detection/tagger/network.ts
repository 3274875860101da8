import { FEATURE_ROWS, PLACE_FEATURES, PLACE_ROWS, WORD_FEATURES, WORD_ROWS } from './features.ts';
import { startKernel } from './kernel.ts';
import { withLeaning } from './leaning.ts';
import { WIDTH, type BlockWeights, type TaggerModel } from './model.ts';

/** Words whose vectors are kept; then all are forgotten, so that memory stays bounded and results do not depend on it. */
const KEPT_WORDS = 16_384;
/** Most tokens of one run; a multiple of four, as many as the kernel takes at a time. */
export const RUN_TOKENS = 1_200;
/** Tokens the kernel multiplies at a time, see build/tagger/kernel. */
const GROUP = 32;
const STRIDE = WIDTH * 4;
const PLACE_NAMES = Object.keys(PLACE_FEATURES) as (keyof typeof PLACE_FEATURES)[];
const PLACE_COUNT = PLACE_NAMES.length;

/** The network in the memory of its kernel. Not for use by two texts at once. */
export interface Network {
  /** Tokens on either side that a result depends on. */
  readonly reach: number;
  /** Numbers per token that a run returns. */
  readonly outputs: number;
  /** What logits are divided by before they become probabilities. */
  readonly temperature: number;
  /**
   * Address of the vector of a word; `write` fills in the rows of its features and is called when the word is not kept.
   * Valid until the next call of `startRun`.
   */
  word(key: string, write: (rows: Int32Array) => void): number;
  /** Begins a run of up to RUN_TOKENS new words at most; forgets kept words when there might be no room. */
  startRun(): void;
  /**
   * @param words - addresses of the tokens' words, at most RUN_TOKENS
   * @param places - values of PLACE_FEATURES, four per token
   * @param placeStart - first value in `places`
   * @returns logits of the classes, then of the beginning of a value, `outputs` per token; valid until the next run
   */
  run(words: Int32Array, count: number, places: Uint8Array, placeStart: number): Float32Array;
}

/** Largest integer a weight is rounded to, see LEVELS in the kernel. */
const LEVELS = 2047;

interface PackedBlock {
  readonly matrix: Int16Array;
  readonly steps: Float32Array;
  readonly bias: Float32Array;
}

/**
 * Weights of one block as the kernel wants them: four outputs at a time, values and their gates side by side, in 16 bits with one
 * scale per output.
 */
function packBlock({ matrix, bias }: BlockWeights): PackedBlock {
  const outputs = 2 * WIDTH;
  const packed = {
    matrix: new Int16Array(matrix.length),
    steps: new Float32Array(outputs),
    bias: new Float32Array(outputs),
  };
  for (let output = 0; output < outputs; output += 1) {
    const isGate = output >= WIDTH;
    const within = output % WIDTH;
    const tile = within >> 2;
    const lane = within & 3;
    let peak = 0;
    for (let k = 0; k < WIDTH; k += 1) peak = Math.max(peak, Math.abs(matrix[k * outputs + output]!));
    const step = peak / LEVELS || 1;
    const slot = tile * 8 + (isGate ? 4 : 0) + lane;
    packed.steps[slot] = step;
    packed.bias[slot] = bias[output]!;
    for (let k = 0; k < WIDTH; k += 1) {
      const at = (tile * WIDTH + (k & ~1)) * 8 + (isGate ? 8 : 0) + lane * 2 + (k & 1);
      packed.matrix[at] = Math.round(matrix[k * outputs + output]! / step);
    }
  }
  return packed;
}

/** Lays the weights out in memory and starts the kernel. */
export function createNetwork(model: TaggerModel): Network {
  const { outputs, temperature } = model;
  let size = 0;
  const reserve = (bytes: number): number => {
    const at = size;
    size += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const placed: [number, Float32Array | Int16Array | Int8Array][] = [];
  const place = (values: Float32Array | Int16Array | Int8Array): number => {
    const at = reserve(values.byteLength);
    placed.push([at, values]);
    return at;
  };
  const scales = place(model.rowScales);
  const outputScale = place(model.outputScale);
  const outputMatrix = place(model.outputMatrix);
  const outputBias = place(withLeaning(model.outputBias, temperature));
  const blocks = model.blocks.map((block) => {
    const packed = packBlock(block);
    return {
      dilation: block.dilation,
      scale: place(block.scale),
      taps: place(block.taps),
      matrix: place(packed.matrix),
      steps: place(packed.steps),
      bias: place(packed.bias),
    };
  });
  const rows = place(model.rows);
  const placeVectors = reserve((FEATURE_ROWS - WORD_ROWS) * STRIDE);
  const kept = reserve(KEPT_WORDS * STRIDE);
  const list = reserve(WORD_FEATURES.length * 4);
  const wordAddresses = reserve(RUN_TOKENS * 4);
  const placeAddresses = reserve(RUN_TOKENS * PLACE_COUNT * 4);
  const x = reserve(RUN_TOKENS * STRIDE);
  const u = reserve(RUN_TOKENS * STRIDE);
  const q = reserve(STRIDE + GROUP * (STRIDE / 2 + 4));
  const out = reserve(RUN_TOKENS * outputs * 4);

  const { functions: kernel, buffer } = startKernel(model.kernel, size);
  for (const [at, values] of placed) {
    new Uint8Array(buffer, at, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  }
  const listView = new Int32Array(buffer, list, WORD_FEATURES.length);
  const wordView = new Int32Array(buffer, wordAddresses, RUN_TOKENS);
  const placeView = new Int32Array(buffer, placeAddresses, RUN_TOKENS * PLACE_COUNT);
  const outView = new Float32Array(buffer, out, RUN_TOKENS * outputs);
  for (let row = WORD_ROWS; row < FEATURE_ROWS; row += 1) {
    listView[0] = row;
    kernel.sumRows(list, 1, rows, scales, placeVectors + (row - WORD_ROWS) * STRIDE);
  }
  const placeStarts = PLACE_NAMES.map((name) => placeVectors + (PLACE_ROWS[name] - WORD_ROWS) * STRIDE);

  const known = new Map<string, number>();
  const scratch = new Int32Array(WORD_FEATURES.length);
  return {
    outputs,
    temperature,
    reach: model.blocks.reduce((sum, { dilation }) => sum + 3 * dilation, 0),
    startRun() {
      if (known.size + RUN_TOKENS > KEPT_WORDS) known.clear();
    },
    word(key, write) {
      const address = known.get(key);
      if (address !== undefined) return address;
      write(scratch);
      let count = 0;
      for (const row of scratch) if (row >= 0) listView[count++] = row;
      const target = kept + known.size * STRIDE;
      kernel.sumRows(list, count, rows, scales, target);
      known.set(key, target);
      return target;
    },
    run(words, count, places, placeStart) {
      wordView.set(words.subarray(0, count));
      for (let i = 0; i < count * PLACE_COUNT; i += 1) {
        placeView[i] = placeStarts[i % PLACE_COUNT]! + places[placeStart + i]! * STRIDE;
      }
      kernel.gather(count, wordAddresses, placeAddresses, x);
      for (const { dilation, scale, taps, matrix, steps, bias } of blocks)
        kernel.block(count, dilation, x, scale, taps, matrix, steps, bias, u, q);
      kernel.normalise(count, x, outputScale, u);
      kernel.project(count, u, outputMatrix, outputBias, outputs, out);
      return outView;
    },
  };
}
