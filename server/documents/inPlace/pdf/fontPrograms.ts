import type { Sweeper } from '../sweep/createSweeper.ts';
import { packedStream, reachable, type PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { isDict, isKind, type PdfStream, type PdfValue } from './syntax/values.ts';

/** Entries of font descriptors that are font programs (ISO 32000-2, 9.9.1): Type 1, TrueType, and CFF or OpenType. */
const PROGRAMS = Object.freeze(['FontFile', 'FontFile2', 'FontFile3']);

/** The embedded font programs of a document by the numbers of their objects. */
export function fontPrograms(document: PdfDocument): ReadonlyMap<number, PdfStream> {
  const programs = new Map<number, PdfStream>();
  const look = (value: PdfValue): void => {
    if (Array.isArray(value)) value.forEach(look);
    const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
    for (const [key, entry] of dict ?? []) {
      const stream = PROGRAMS.includes(key) && isKind(entry, 'ref') ? document.resolve(entry) : null;
      if (isKind(entry, 'ref') && isKind(stream, 'stream')) programs.set(entry.id, stream);
      else look(entry);
    }
  };
  reachable(document).order.forEach(look);
  return programs;
}

/** The bytes of a font program; null where no reader could unpack it. */
export function programBytes(document: PdfDocument, program: PdfStream): Uint8Array | null {
  try {
    return decodeStream(document, program).bytes;
  } catch {
    return null;
  }
}

/**
 * Overwrites values in the names and notices that font programs carry: the `name` table of TrueType (ISO/IEC 14496-22, 5.2.6), the strings of CFF (Adobe
 * Technical Note 5176), the head of Type 1. Sizes stay, and so do all tables; readers of PDF take names and check sums from neither.
 * @returns how many programs were changed
 */
export function sweepFontPrograms(document: PdfDocument, sweeper: Sweeper): number {
  let changed = 0;
  for (const [id, program] of fontPrograms(document)) {
    const before = programBytes(document, program);
    if (before === null) continue;
    const { bytes, count } = sweeper.binary(before, true);
    if (count === 0) continue;
    document.objects.set(id, packedStream(bytes, program.dict));
    changed += 1;
  }
  return changed;
}
