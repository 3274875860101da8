/** Markers of JPEG (ITU-T T.81, table B.1). */
const START_OF_SCAN = 0xda;
const FILL = 0xff;
/** Markers that are followed by no length. */
const isBareMarker = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** What stands before the pixels of a JPEG picture. */
export interface JpegHead {
  /** Each with its marker, which is the second byte; the start of the picture is none of them. */
  readonly segments: readonly Uint8Array[];
  /** Where the pixels begin, with their own marker. */
  readonly scan: number;
}

export function readJpegHead(bytes: Uint8Array): JpegHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments: Uint8Array[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === START_OF_SCAN) break;
    const length = marker === FILL ? 1 : isBareMarker(marker) ? 2 : 2 + view.getUint16(at + 2);
    segments.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { segments, scan: Math.min(at, bytes.length) };
}
