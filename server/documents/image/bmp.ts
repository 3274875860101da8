import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';

/** Decoded picture: three bytes per pixel (red, green, blue), top row first. */
export interface RgbImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Dots per inch from the header; null where it names none. */
  readonly dpi: number | null;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly dpi: number | null;
  /** Red, green, blue bit masks of 16 and 32 bits per pixel. */
  readonly masks: readonly [number, number, number];
  readonly palette: Uint8Array;
  readonly paletteStep: 3 | 4;
  readonly dataOffset: number;
}

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
const INCHES_PER_METRE = 39.3701;
const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHABITFIELDS = 6;

/**
 * Decodes a Windows bitmap (MS-WMF 2.2.2: BITMAPCOREHEADER, BITMAPINFOHEADER and its later versions): 1, 4, 8, 16, 24 and 32 bits per pixel,
 * uncompressed, with bit fields, and run-length encoded with 4 or 8 bits. libvips has no reader for it. Throws AppError UNREADABLE_FILE.
 */
export function decodeBmp(bytes: Uint8Array): RgbImage {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = readHeader(view, bytes);
    const { width, height, compression } = header;
    // Before any memory is taken for the picture: a header is free to claim any size.
    if (compression !== RLE8 && compression !== RLE4) requireRows(header, bytes.byteLength);
    const pixels = new Uint8Array(width * height * 3);
    if (header.bits <= 8)
      paint(pixels, header, compression === RGB ? plainIndexes(bytes, header) : runLengths(bytes, header));
    else trueColour(view, header, pixels);
    return { pixels, width, height, dpi: header.dpi };
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
}

function readHeader(view: DataView, bytes: Uint8Array): Header {
  const size = view.getUint32(14, true);
  const dataOffset = view.getUint32(10, true);
  const core = size === CORE_HEADER_BYTES;
  if (!core && size < INFO_HEADER_BYTES) throw new RangeError('header');
  const width = core ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = core ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(core ? 24 : 28, true);
  const compression = core ? RGB : view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0 || width * height > DOCUMENT_LIMITS.imagePixels) throw new RangeError('size');
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new RangeError('bits');
  const hasMasks = (compression === BITFIELDS || compression === ALPHABITFIELDS) && (bits === 16 || bits === 32);
  const isRunLength = (compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4);
  if (compression !== RGB && !hasMasks && !isRunLength) throw new RangeError('compression');
  const maskBytes = hasMasks && size === INFO_HEADER_BYTES ? (compression === BITFIELDS ? 12 : 16) : 0;
  const paletteStart = FILE_HEADER_BYTES + size + maskBytes;
  const pixelsPerMetre = core ? 0 : view.getInt32(38, true);
  return {
    width,
    height,
    topDown: signedHeight < 0,
    bits,
    compression,
    dpi: pixelsPerMetre > 0 ? pixelsPerMetre / INCHES_PER_METRE : null,
    masks: hasMasks
      ? [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)]
      : bits === 16
        ? [0x7c00, 0x03e0, 0x001f]
        : [0xff0000, 0x00ff00, 0x0000ff],
    palette: bytes.subarray(paletteStart, Math.max(paletteStart, dataOffset)),
    paletteStep: core ? 3 : 4,
    dataOffset,
  };
}

/** Bytes of one row in the file; rows are padded to four bytes. */
function strideOf({ width, bits }: Header): number {
  return Math.ceil((width * bits) / 32) * 4;
}

function requireRows(header: Header, available: number): void {
  if (header.dataOffset + strideOf(header) * header.height > available) throw new RangeError('data');
}

function rowOf(header: Header, index: number): number {
  return header.topDown ? index : header.height - 1 - index;
}

/** One palette index per pixel, in the order of the file. */
function plainIndexes(bytes: Uint8Array, header: Header): Uint8Array {
  const { width, height, bits, dataOffset } = header;
  const stride = strideOf(header);
  const indexes = new Uint8Array(width * height);
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const byte = bytes[dataOffset + row * stride + Math.floor(column / perByte)]!;
      indexes[row * width + column] = (byte >> (8 - bits - (column % perByte) * bits)) & mask;
    }
  }
  return indexes;
}

/** Runs of equal pixels, literal pixels, and moves; a pixel no run reaches keeps index 0. */
function runLengths(bytes: Uint8Array, { width, height, bits, dataOffset }: Header): Uint8Array {
  const indexes = new Uint8Array(width * height);
  let at = dataOffset;
  let column = 0;
  let row = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new RangeError('data');
    at += 1;
    return byte;
  };
  const put = (index: number) => {
    if (column < width && row < height) indexes[row * width + column] = index;
    column += 1;
  };
  const nibble = (byte: number, pixel: number) => (pixel % 2 === 0 ? byte >> 4 : byte & 0x0f);
  while (row < height) {
    const count = next();
    const value = next();
    if (count > 0) {
      for (let pixel = 0; pixel < count; pixel += 1) put(bits === 8 ? value : nibble(value, pixel));
    } else if (value === 0) {
      column = 0;
      row += 1;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      column += next();
      row += next();
    } else {
      const length = bits === 8 ? value : Math.ceil(value / 2);
      const start = at;
      at += length + (length % 2);
      if (start + length > bytes.byteLength) throw new RangeError('data');
      for (let pixel = 0; pixel < value; pixel += 1) {
        put(bits === 8 ? bytes[start + pixel]! : nibble(bytes[start + (pixel >> 1)]!, pixel));
      }
    }
  }
  return indexes;
}

/** Palette entries are blue, green, red; an index beyond the palette is black. */
function paint(pixels: Uint8Array, header: Header, indexes: Uint8Array): void {
  const { width, height, palette, paletteStep } = header;
  for (let row = 0; row < height; row += 1) {
    let target = rowOf(header, row) * width * 3;
    for (let column = 0; column < width; column += 1) {
      const entry = indexes[row * width + column]! * paletteStep;
      pixels[target] = palette[entry + 2] ?? 0;
      pixels[target + 1] = palette[entry + 1] ?? 0;
      pixels[target + 2] = palette[entry] ?? 0;
      target += 3;
    }
  }
}

function trueColour(view: DataView, header: Header, pixels: Uint8Array): void {
  const { width, height, bits, dataOffset } = header;
  const bytesPerPixel = bits / 8;
  const stride = strideOf(header);
  const channels = header.masks.map(channel);
  for (let row = 0; row < height; row += 1) {
    let source = dataOffset + row * stride;
    let target = rowOf(header, row) * width * 3;
    for (let column = 0; column < width; column += 1) {
      const value =
        bits === 16
          ? view.getUint16(source, true)
          : bits === 32
            ? view.getUint32(source, true)
            : view.getUint8(source) | (view.getUint8(source + 1) << 8) | (view.getUint8(source + 2) << 16);
      for (const read of channels) {
        pixels[target] = read(value);
        target += 1;
      }
      source += bytesPerPixel;
    }
  }
}

/** Reads the bits of a mask as 0 to 255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / top);
}
