/** A picture without what is not its pixels. */
export interface CleanedImage {
  readonly bytes: Uint8Array;
  /** Blocks that were taken out: Exif, XMP, IPTC, comments, times. */
  readonly removed: number;
}

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GIF = [0x47, 0x49, 0x46, 0x38];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const TIFF_LITTLE = [0x49, 0x49, 0x2a, 0x00];
const TIFF_BIG = [0x4d, 0x4d, 0x00, 0x2a];
const BMP = [0x42, 0x4d];
const EMF = [0x01, 0x00, 0x00, 0x00];
const WMF = [0xd7, 0xcd, 0xc6, 0x9a];
const SIGNATURES = Object.freeze([JPEG, PNG, GIF, RIFF, TIFF_LITTLE, TIFF_BIG, BMP, EMF, WMF]);

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Whether the bytes are a picture, by their first ones. */
export const isImage = (bytes: Uint8Array): boolean => SIGNATURES.some((signature) => startsWith(bytes, signature));

/** Takes metadata out of JPEG and PNG, the formats that cameras and screens write, without touching the pixels; others come back as they are. */
export function cleanImage(bytes: Uint8Array): CleanedImage {
  if (startsWith(bytes, JPEG)) return cleanJpeg(bytes);
  if (startsWith(bytes, PNG)) return cleanPng(bytes);
  return { bytes, removed: 0 };
}

/** Segments of JPEG (ITU-T T.81, B.1.1.3): APP1 (Exif, XMP), APP3 to APP13 (IPTC in 13), APP15 and comments. APP0, 2 and 14 tell of colours. */
const isJpegMetadata = (marker: number): boolean =>
  marker === 0xfe || marker === 0xe1 || (marker >= 0xe3 && marker <= 0xed) || marker === 0xef;
const START_OF_SCAN = 0xda;
/** Markers that are followed by no length. */
const isBareMarker = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function cleanJpeg(bytes: Uint8Array): CleanedImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let removed = 0;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === START_OF_SCAN) break;
    const length = marker === 0xff ? 1 : isBareMarker(marker) ? 2 : 2 + view.getUint16(at + 2);
    if (isJpegMetadata(marker)) removed += 1;
    else kept.push(bytes.subarray(at, at + length));
    at += length;
  }
  // What follows the end of the picture (a second picture, a thumbnail) goes too.
  const end = endOfJpeg(bytes, at);
  if (end < bytes.length) removed += 1;
  if (removed === 0) return { bytes, removed };
  kept.push(bytes.subarray(Math.min(at, bytes.length), end));
  return { bytes: Buffer.concat(kept), removed };
}

function endOfJpeg(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
  }
  return bytes.length;
}

/** Chunks of PNG that hold text, times and Exif data (PNG, third edition, 11.3). */
const PNG_METADATA: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);
const PNG_END = 'IEND';

function cleanPng(bytes: Uint8Array): CleanedImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, PNG.length)];
  let removed = 0;
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at) + 12;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (PNG_METADATA.has(type)) removed += 1;
    else kept.push(bytes.subarray(at, at + length));
    at += length;
    if (type === PNG_END) break;
  }
  if (at < bytes.length) removed += 1;
  return removed === 0 ? { bytes, removed } : { bytes: Buffer.concat(kept), removed };
}
