/**
 * The arithmetic of the tagger's network, in AssemblyScript (a strict subset of TypeScript), compiled by ../build.ts to
 * resources/tagger/kernel.wasm. All addresses are bytes of the module's memory, laid out by server/detection/tagger/network.ts.
 * Plain SIMD without relaxed operations: the same numbers on every machine.
 */

/** Floats of a token's vector. */
const WIDTH: u32 = 160;
const STRIDE: usize = 640;
const TAPS: i32 = 7;
/** Bytes of a token's vector in 16-bit integers. */
const HALF: usize = 320;
/** Largest integer a number is rounded to; 160 products of two stay below 2^31. */
const LEVELS: f32 = 2047;
/** Tokens whose vectors are multiplied while they are in the nearest cache. */
const GROUP: i32 = 32;

/**
 * target = sum of rows, each int8 × its scale.
 * @param list - `count` row numbers, int32
 */
export function sumRows(list: usize, count: i32, rows: usize, scales: usize, target: usize): void {
  memory.fill(target, 0, STRIDE);
  for (let i: i32 = 0; i < count; i++) {
    const row = load<u32>(list + ((<usize>i) << 2));
    const scale = v128.load_splat<f32>(scales + ((<usize>row) << 2));
    const from = rows + <usize>row * WIDTH;
    for (let k: usize = 0; k < WIDTH; k += 8) {
      const wide = v128.load_ext<i8>(from + k);
      const at = target + (k << 2);
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(wide));
      const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(wide));
      v128.store(at, f32x4.add(v128.load(at), f32x4.mul(low, scale)));
      v128.store(at + 16, f32x4.add(v128.load(at + 16), f32x4.mul(high, scale)));
    }
  }
}

/**
 * x[i] = vector of the word + vectors of its place.
 * @param words - address of each token's word vector, int32
 * @param places - four addresses of place vectors per token, int32
 */
export function gather(count: i32, words: usize, places: usize, x: usize): void {
  for (let i: i32 = 0; i < count; i++) {
    const word = <usize>load<u32>(words + ((<usize>i) << 2));
    const four = places + ((<usize>i) << 4);
    const a = <usize>load<u32>(four);
    const b = <usize>load<u32>(four, 4);
    const c = <usize>load<u32>(four, 8);
    const d = <usize>load<u32>(four, 12);
    const at = x + <usize>i * STRIDE;
    for (let k: usize = 0; k < STRIDE; k += 16) {
      const first = f32x4.add(v128.load(word + k), v128.load(a + k));
      const second = f32x4.add(f32x4.add(v128.load(b + k), v128.load(c + k)), v128.load(d + k));
      v128.store(at + k, f32x4.add(first, second));
    }
  }
}

/** target[i] = x[i] / root of its mean square, times scale; linear in `count`. */
export function normalise(count: i32, x: usize, scale: usize, target: usize): void {
  for (let i: i32 = 0; i < count; i++) {
    const at = x + <usize>i * STRIDE;
    let sum = f32x4.splat(0);
    for (let k: usize = 0; k < STRIDE; k += 16) {
      const value = v128.load(at + k);
      sum = f32x4.add(sum, f32x4.mul(value, value));
    }
    const total =
      f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
    const factor = f32x4.splat(1 / sqrt<f32>(total / <f32>WIDTH + 1e-6));
    const to = target + <usize>i * STRIDE;
    for (let k: usize = 0; k < STRIDE; k += 16) {
      v128.store(to + k, f32x4.mul(f32x4.mul(v128.load(at + k), factor), v128.load(scale + k)));
    }
  }
}

/** v = sum over the taps of u[i + (tap − 3) × dilation] × weights[tap]; tokens outside count as zero. */
function convolve(i: i32, count: i32, dilation: i32, u: usize, taps: usize, v: usize): void {
  const reach = (TAPS / 2) * dilation;
  if (i >= reach && i + reach < count) convolveInside(u + <usize>i * STRIDE, <usize>dilation * STRIDE, taps, v);
  else convolveAtEdge(i, count, dilation, u, taps, v);
}

/** All seven taps written out: the bookkeeping of a loop over them costs more than their sum. Added up in the order of the loop at the edge. */
function convolveInside(at: usize, step: usize, taps: usize, v: usize): void {
  const first = at - 3 * step;
  const second = at - 2 * step;
  const third = at - step;
  const fifth = at + step;
  const sixth = at + 2 * step;
  const seventh = at + 3 * step;
  for (let k: usize = 0; k < STRIDE; k += 16) {
    const weights = taps + k;
    let sum = f32x4.mul(v128.load(first + k), v128.load(weights));
    sum = f32x4.add(sum, f32x4.mul(v128.load(second + k), v128.load(weights, STRIDE)));
    sum = f32x4.add(sum, f32x4.mul(v128.load(third + k), v128.load(weights, 2 * STRIDE)));
    sum = f32x4.add(sum, f32x4.mul(v128.load(at + k), v128.load(weights, 3 * STRIDE)));
    sum = f32x4.add(sum, f32x4.mul(v128.load(fifth + k), v128.load(weights, 4 * STRIDE)));
    sum = f32x4.add(sum, f32x4.mul(v128.load(sixth + k), v128.load(weights, 5 * STRIDE)));
    sum = f32x4.add(sum, f32x4.mul(v128.load(seventh + k), v128.load(weights, 6 * STRIDE)));
    v128.store(v + k, sum);
  }
}

function convolveAtEdge(i: i32, count: i32, dilation: i32, u: usize, taps: usize, v: usize): void {
  const reach = (TAPS / 2) * dilation;
  for (let k: usize = 0; k < STRIDE; k += 16) {
    let sum = f32x4.splat(0);
    for (let tap: i32 = 0; tap < TAPS; tap++) {
      const other = i - reach + tap * dilation;
      if (other < 0 || other >= count) continue;
      const at = u + <usize>other * STRIDE + k;
      sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load(taps + <usize>tap * STRIDE + k)));
    }
    v128.store(v + k, sum);
  }
}

/**
 * Added to a float of less than 2^22 and taken off its bits again: the integer nearest to it, halves to even (IEEE 754). 1.5 × 2^23, whose
 * neighbours are one apart.
 */
const ROUNDING: f32 = 12_582_912;
const ROUNDING_BITS: i32 = 0x4b400000;

function rounded(values: v128): v128 {
  return i32x4.sub(f32x4.add(values, f32x4.splat(ROUNDING)), i32x4.splat(ROUNDING_BITS));
}

/**
 * Writes the vector at `v` as 16-bit integers from −LEVELS to LEVELS.
 * @returns what one step of them is worth
 */
function quantise(v: usize, target: usize): f32 {
  let peak = f32x4.splat(0);
  for (let k: usize = 0; k < STRIDE; k += 16) peak = f32x4.pmax(peak, f32x4.abs(v128.load(v + k)));
  const most = max(
    max(f32x4.extract_lane(peak, 0), f32x4.extract_lane(peak, 1)),
    max(f32x4.extract_lane(peak, 2), f32x4.extract_lane(peak, 3)),
  );
  if (most == 0) {
    memory.fill(target, 0, STRIDE / 2);
    return 0;
  }
  const factor = f32x4.splat(LEVELS / most);
  for (let k: usize = 0; k < STRIDE; k += 32) {
    const low = rounded(f32x4.mul(v128.load(v + k), factor));
    const high = rounded(f32x4.mul(v128.load(v + k, 16), factor));
    v128.store(target + (k >> 1), i16x8.narrow_i32x4_s(low, high));
  }
  return most / LEVELS;
}

/**
 * One block of the network, in place: x += a × max(b, 0), where (a, b) = matrix × convolution of the normalised x. The product is
 * computed in 16-bit integers with 32-bit sums.
 *
 * @param matrix - packed, int16: for every four outputs, for every two inputs, the weights of a (two per output), then those of b
 * @param steps - packed floats: for every four outputs what one step of their weights is worth, for a, then for b
 * @param bias - packed like steps
 * @param u - room for `count` vectors
 * @param q - room for one vector and GROUP vectors of 16-bit integers
 */
export function block(
  count: i32,
  dilation: i32,
  x: usize,
  scale: usize,
  taps: usize,
  matrix: usize,
  steps: usize,
  bias: usize,
  u: usize,
  q: usize,
): void {
  normalise(count, x, scale, u);
  const values = q + STRIDE;
  const worth = values + <usize>GROUP * HALF;
  for (let first: i32 = 0; first < count; first += GROUP) {
    const size = min(count - first, GROUP);
    for (let i: i32 = 0; i < size; i++) {
      convolve(first + i, count, dilation, u, taps, q);
      store<f32>(worth + ((<usize>i) << 2), quantise(q, values + <usize>i * HALF));
    }
    for (let tile: usize = 0; tile < WIDTH / 4; tile++) {
      const weights = matrix + tile * WIDTH * 16;
      const stepA = v128.load(steps + tile * 32);
      const stepB = v128.load(steps + tile * 32, 16);
      const biasA = v128.load(bias + tile * 32);
      const biasB = v128.load(bias + tile * 32, 16);
      // Four tokens at a time; what the last group computes beyond its end is not stored.
      for (let i: i32 = 0; i < size; i += 4) {
        const from = values + <usize>i * HALF;
        let a0 = i32x4.splat(0),
          a1 = a0,
          a2 = a0,
          a3 = a0;
        let b0 = a0,
          b1 = a0,
          b2 = a0,
          b3 = a0;
        for (let k: usize = 0; k < HALF; k += 4) {
          const wa = v128.load(weights + (k << 3));
          const wb = v128.load(weights + (k << 3), 16);
          const x0 = v128.load32_splat(from + k);
          const x1 = v128.load32_splat(from + k, HALF);
          const x2 = v128.load32_splat(from + k, 2 * HALF);
          const x3 = v128.load32_splat(from + k, 3 * HALF);
          a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x0, wa));
          b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x0, wb));
          a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x1, wa));
          b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x1, wb));
          a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x2, wa));
          b2 = i32x4.add(b2, i32x4.dot_i16x8_s(x2, wb));
          a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x3, wa));
          b3 = i32x4.add(b3, i32x4.dot_i16x8_s(x3, wb));
        }
        const to = x + <usize>(first + i) * STRIDE + tile * 16;
        const one = worth + ((<usize>i) << 2);
        addGated(to, a0, b0, load<f32>(one), stepA, stepB, biasA, biasB);
        if (i + 1 < size) addGated(to + STRIDE, a1, b1, load<f32>(one, 4), stepA, stepB, biasA, biasB);
        if (i + 2 < size) addGated(to + 2 * STRIDE, a2, b2, load<f32>(one, 8), stepA, stepB, biasA, biasB);
        if (i + 3 < size) addGated(to + 3 * STRIDE, a3, b3, load<f32>(one, 12), stepA, stepB, biasA, biasB);
      }
    }
  }
}

/** Adds value × rectified gate to four numbers; no number is NaN, so the one-instruction maximum will do. */
function addGated(at: usize, a: v128, b: v128, worth: f32, stepA: v128, stepB: v128, biasA: v128, biasB: v128): void {
  const one = f32x4.splat(worth);
  const value = f32x4.add(f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(a), one), stepA), biasA);
  const gate = f32x4.add(f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(b), one), stepB), biasB);
  v128.store(at, f32x4.add(v128.load(at), f32x4.mul(value, f32x4.pmax(gate, f32x4.splat(0)))));
}

/**
 * out[i] = matrix × u[i] + bias, for four tokens at a time: what the last ones compute beyond `count` is of no token, but needs room.
 * @param matrix - for every input its weights of all outputs
 * @param outputs - a multiple of four
 */
export function project(count: i32, u: usize, matrix: usize, bias: usize, outputs: i32, out: usize): void {
  const width = (<usize>outputs) << 2;
  for (let i: i32 = 0; i < count; i += 4) {
    const from = u + <usize>i * STRIDE;
    const to = out + <usize>i * width;
    for (let j: usize = 0; j < width; j += 16) {
      let sum0 = v128.load(bias + j),
        sum1 = sum0,
        sum2 = sum0,
        sum3 = sum0;
      let weights = matrix + j;
      for (let k: usize = 0; k < STRIDE; k += 4) {
        const weight = v128.load(weights);
        sum0 = f32x4.add(sum0, f32x4.mul(v128.load_splat<f32>(from + k), weight));
        sum1 = f32x4.add(sum1, f32x4.mul(v128.load_splat<f32>(from + k, STRIDE), weight));
        sum2 = f32x4.add(sum2, f32x4.mul(v128.load_splat<f32>(from + k, 2 * STRIDE), weight));
        sum3 = f32x4.add(sum3, f32x4.mul(v128.load_splat<f32>(from + k, 3 * STRIDE), weight));
        weights += width;
      }
      v128.store(to + j, sum0);
      v128.store(to + width + j, sum1);
      v128.store(to + 2 * width + j, sum2);
      v128.store(to + 3 * width + j, sum3);
    }
  }
}
