import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TAGGER_VERSION } from '../version.ts';
import { CLASS_COUNT } from './categories.ts';
import { FEATURE_ROWS } from './features.ts';
import { compileKernel, type KernelCode } from './kernel.ts';

/** Names of the files in resources/tagger. */
const MODEL_FILE = 'tagger.bin';
const KERNEL_FILE = 'kernel.wasm';

const MAGIC = 0x47544e44;
const FORMAT_VERSION = 1;
const HEAD_BYTES = 16;
/** Floats of a token's vector; the kernel is compiled for this width. */
export const WIDTH = 160;
/** Tokens that a convolution sees; likewise. */
export const TAPS = 7;

/** What a model says about itself; what else is in it is fixed by the version. */
interface Header {
  readonly dilations: readonly number[];
  readonly rows: typeof FEATURE_ROWS;
  readonly classes: typeof CLASS_COUNT;
  /** Logits are divided by this, so that confidences mean what they say. */
  readonly temperature: number;
}

/** One gated block of the network. */
export interface BlockWeights {
  /** Tokens between two taps of the convolution. */
  readonly dilation: number;
  /** WIDTH values. */
  readonly scale: Float32Array;
  /** TAPS × WIDTH. */
  readonly taps: Float32Array;
  /** WIDTH inputs × 2 WIDTH outputs: values, then gates. */
  readonly matrix: Float32Array;
  readonly bias: Float32Array;
}

/**
 * A trained network. File layout, little endian: "DNTG", format version, bytes of header and of body (32 bits each); the header, JSON
 * padded with spaces; then 32-bit floats: scale of every embedding row, per block scale, taps, matrix and bias, then scale, matrix and
 * bias of the output; then the embedding rows, 8 bits a value.
 */
export interface TaggerModel {
  readonly temperature: number;
  /** Number of outputs: classes and the beginning of a value, filled up to a multiple of four. */
  readonly outputs: number;
  readonly rowScales: Float32Array;
  /** FEATURE_ROWS × WIDTH. */
  readonly rows: Int8Array;
  readonly blocks: readonly BlockWeights[];
  readonly outputScale: Float32Array;
  /** WIDTH × outputs. */
  readonly outputMatrix: Float32Array;
  readonly outputBias: Float32Array;
  /** The arithmetic, see build/tagger/kernel. */
  readonly kernel: KernelCode;
}

function damaged(): RangeError {
  return new RangeError('the model of the tagger is damaged or of another version');
}

/**
 * Reads the model that ships.
 * @param directory - resources/tagger
 * @throws when a file is missing, cut off, or does not fit this version
 */
export function loadTaggerModel(directory: string): TaggerModel {
  const kernel = compileKernel(readFileSync(join(directory, KERNEL_FILE)));
  return parseTaggerModel(readFileSync(join(directory, MODEL_FILE)), kernel);
}

/** @throws RangeError when the bytes are not a whole model of this version */
export function parseTaggerModel(bytes: Uint8Array, kernel: KernelCode): TaggerModel {
  if (bytes.byteLength < HEAD_BYTES) throw damaged();
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const headerBytes = head.getUint32(8, true);
  const bodyBytes = head.getUint32(12, true);
  if (
    head.getUint32(0, true) !== MAGIC ||
    head.getUint32(4, true) !== FORMAT_VERSION ||
    HEAD_BYTES + headerBytes + bodyBytes !== bytes.byteLength
  ) {
    throw damaged();
  }
  const header = parseHeader(bytes.subarray(HEAD_BYTES, HEAD_BYTES + headerBytes));
  const outputs = Math.ceil((header.classes + 1) / 4) * 4;
  const perBlock = WIDTH + TAPS * WIDTH + WIDTH * 2 * WIDTH + 2 * WIDTH;
  const floats = header.rows + header.dilations.length * perBlock + WIDTH + WIDTH * outputs + outputs;
  if (bodyBytes !== floats * 4 + header.rows * WIDTH) throw damaged();

  // A copy, because the floats of a file in a pooled buffer need not be aligned.
  const body = new Uint8Array(bytes.subarray(HEAD_BYTES + headerBytes)).buffer;
  const values = new Float32Array(body, 0, floats);
  if (!values.every(Number.isFinite)) throw damaged();
  let at = 0;
  const take = (count: number): Float32Array => values.subarray(at, (at += count));
  return {
    temperature: header.temperature,
    outputs,
    rowScales: take(header.rows),
    blocks: header.dilations.map((dilation) => ({
      dilation,
      scale: take(WIDTH),
      taps: take(TAPS * WIDTH),
      matrix: take(WIDTH * 2 * WIDTH),
      bias: take(2 * WIDTH),
    })),
    outputScale: take(WIDTH),
    outputMatrix: take(WIDTH * outputs),
    outputBias: take(outputs),
    rows: new Int8Array(body, floats * 4),
    kernel,
  };
}

function parseHeader(bytes: Uint8Array): Header {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged();
  }
  if (!isHeader(header)) throw damaged();
  return header;
}

/** By hand: loading a schema library would take a fifth of the start-up of a detection thread. */
function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false;
  const { version, width, kernel, dilations, rows, classes, temperature } = value as Record<string, unknown>;
  return (
    version === TAGGER_VERSION &&
    width === WIDTH &&
    kernel === TAPS &&
    rows === FEATURE_ROWS &&
    classes === CLASS_COUNT &&
    Array.isArray(dilations) &&
    isBetween(dilations.length, 1, 16) &&
    dilations.every((dilation) => Number.isInteger(dilation) && isBetween(dilation, 1, 64)) &&
    isBetween(temperature, 0.1, 10)
  );
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}
