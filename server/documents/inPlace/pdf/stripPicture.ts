import { readJpegHead } from '../pictures/jpegSegments.ts';

/** Markers of JPEG (ITU-T T.81, table B.1). */
const COMMENT = 0xfe;
const FIRST_APPLICATION = 0xe0;
/** Adobe's segment says how colours are coded; the picture needs it. */
const ADOBE = 0xee;
const LAST_APPLICATION = 0xef;

/** Boxes of JPEG 2000 that hold no pixels (ISO/IEC 15444-1, annex I): XML, UUID, UUID info, intellectual property. */
const TEXT_BOXES: ReadonlySet<string> = new Set(['xml ', 'uuid', 'uinf', 'jp2i']);

/** The bytes of a picture without EXIF, XMP, comments, colour profiles and previews; the very bytes given where there is nothing to remove. */
export function stripPicture(bytes: Uint8Array, filter: string): Uint8Array {
  if (filter === 'DCTDecode') return stripJpeg(bytes);
  return filter === 'JPXDecode' ? stripJpeg2000(bytes) : bytes;
}

function stripJpeg(bytes: Uint8Array): Uint8Array {
  const { segments, scan } = readJpegHead(bytes);
  const kept = segments.filter((segment) => {
    const marker = segment[1]!;
    const isApplication = marker >= FIRST_APPLICATION && marker <= LAST_APPLICATION && marker !== ADOBE;
    return !isApplication && marker !== COMMENT;
  });
  if (kept.length === segments.length) return bytes;
  return new Uint8Array(Buffer.concat([bytes.subarray(0, 2), ...kept, bytes.subarray(scan)]));
}

function stripJpeg2000(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [];
  let removed = false;
  let at = 0;
  // A bare codestream begins with another marker and has no boxes.
  if (bytes[0] === 0xff) return bytes;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const end = length >= 8 ? Math.min(bytes.length, at + length) : bytes.length;
    if (TEXT_BOXES.has(type)) removed = true;
    else kept.push(bytes.subarray(at, end));
    at = end;
  }
  return removed ? new Uint8Array(Buffer.concat(kept)) : bytes;
}
