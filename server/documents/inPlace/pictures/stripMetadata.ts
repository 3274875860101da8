import { readJpegHead } from './jpegSegments.ts';
import { pictureKind } from './pictureKind.ts';

/** A picture without what is not its pixels. */
export interface StrippedPicture {
  readonly bytes: Uint8Array;
  /** Blocks that were taken out: Exif, XMP, IPTC, comments, times, previews. */
  readonly removed: number;
}

/** Formats whose metadata can be taken out while the pixels stay as they are stored. */
export const canStrip = (bytes: Uint8Array): boolean => STRIPPERS[pictureKind(bytes) ?? ''] !== undefined;

/**
 * Takes metadata out of JPEG and PNG, the formats that cameras and screens write, without touching the pixels; others come back as they are. What is left
 * is shown as it is stored: office programs pay no regard to the orientation that Exif tells.
 */
export const stripMetadata = (bytes: Uint8Array): StrippedPicture =>
  STRIPPERS[pictureKind(bytes) ?? '']?.(bytes) ?? { bytes, removed: 0 };

const STRIPPERS: Readonly<Record<string, (bytes: Uint8Array) => StrippedPicture>> = Object.freeze({
  jpeg: stripJpeg,
  png: stripPng,
});

/** Markers of JPEG (ITU-T T.81, table B.1). */
const COMMENT = 0xfe;
const FIRST_APPLICATION = 0xe0;
const LAST_APPLICATION = 0xef;
/**
 * Application segments that tell how pixels are shown: JFIF without a thumbnail (its 16 bytes, ITU-T T.871, 10.1), colour profiles (ICC.1, B.4), Adobe's
 * colour transform.
 */
const KEPT_APPLICATIONS = /^\xff(?:\xe0\0\x10JFIF\0|\xe2[\s\S]{2}ICC_PROFILE\0|\xee[\s\S]{2}Adobe)/;
const APPLICATION_HEAD = 16;

function isJpegMetadata(segment: Uint8Array): boolean {
  const marker = segment[1]!;
  if (marker === COMMENT) return true;
  if (marker < FIRST_APPLICATION || marker > LAST_APPLICATION) return false;
  return !KEPT_APPLICATIONS.test(Buffer.from(segment.subarray(0, APPLICATION_HEAD)).toString('latin1'));
}

function stripJpeg(bytes: Uint8Array): StrippedPicture {
  const { segments, scan } = readJpegHead(bytes);
  const kept = segments.filter((segment) => !isJpegMetadata(segment));
  // What follows the end of the picture (a second picture, a thumbnail) goes too.
  const end = endOfJpeg(bytes, scan);
  const removed = segments.length - kept.length + (end < bytes.length ? 1 : 0);
  if (removed === 0) return { bytes, removed };
  return { bytes: Buffer.concat([bytes.subarray(0, 2), ...kept, bytes.subarray(scan, end)]), removed };
}

function endOfJpeg(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
  }
  return bytes.length;
}

/**
 * Chunks of PNG (third edition, 11) that tell how pixels are shown. Text, times, Exif data, further frames and what programs keep for themselves (whole
 * pictures among it, as Office and Fireworks do) go.
 */
const PNG_KEPT: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'bKGD', 'hIST', 'pHYs'],
]);
const PNG_SIGNATURE_BYTES = 8;
const PNG_END = 'IEND';

function stripPng(bytes: Uint8Array): StrippedPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, PNG_SIGNATURE_BYTES)];
  let removed = 0;
  let at = PNG_SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at) + 12;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, at + length));
    else removed += 1;
    at += length;
    if (type === PNG_END) break;
  }
  if (at < bytes.length) removed += 1;
  return removed === 0 ? { bytes, removed } : { bytes: Buffer.concat(kept), removed };
}
