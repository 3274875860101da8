import type { PdfDocument } from '../syntax/document.ts';
import { decodeStream } from '../syntax/filters.ts';
import { isKind, type PdfDict, type PdfStream, type PdfValue } from '../syntax/values.ts';
import { readCharacterMap, twoByteMap, type CharacterMap } from './characterMap.ts';
import { standardWidth } from './standardWidths.ts';

/** A code of a shown string. */
export interface ShownCode {
  readonly bytes: Uint8Array;
  /** Advance in text space for font size 1. */
  readonly width: number;
  /** True for the one-byte code 32, to which word spacing applies. */
  readonly isSpace: boolean;
}

/** What is needed to follow text on the page: where one code ends and the next begins, and how far each moves on. */
export interface FontMetrics {
  codes(bytes: Uint8Array): ShownCode[];
}

/** The page uses something that cannot be followed here; it is drawn instead. */
export class UnsupportedContent extends Error {}

/** Reads the metrics of a font (ISO 32000-2, 9.6 and 9.7). Throws UnsupportedContent for vertical text and foreign code maps. */
export function readFont(document: PdfDocument, font: PdfDict): FontMetrics {
  const subtype = document.resolve(font.get('Subtype'));
  return isKind(subtype, 'name') && subtype.name === 'Type0'
    ? compositeFont(document, font)
    : simpleFont(document, font, isKind(subtype, 'name') && subtype.name === 'Type3');
}

function simpleFont(document: PdfDocument, font: PdfDict, type3: boolean): FontMetrics {
  const widths = document.resolve(font.get('Widths'));
  const first = numberOf(document, font.get('FirstChar'), 0);
  const missing = numberOf(document, document.dict(font.get('FontDescriptor'))?.get('MissingWidth'), 0);
  const matrix = document.resolve(font.get('FontMatrix'));
  const unit = type3 && Array.isArray(matrix) ? Math.abs(numberOf(document, matrix[0], 0.001)) : 0.001;
  const base = document.resolve(font.get('BaseFont'));
  const width = (code: number): number => {
    if (!Array.isArray(widths)) return isKind(base, 'name') ? standardWidth(base.name, code) : missing;
    return numberOf(document, widths[code - first], missing);
  };
  return {
    codes: (bytes) =>
      Array.from(bytes, (code, index) => ({
        bytes: bytes.subarray(index, index + 1),
        width: width(code) * unit,
        isSpace: code === 32,
      })),
  };
}

function compositeFont(document: PdfDocument, font: PdfDict): FontMetrics {
  const map = encodingOf(document, document.resolve(font.get('Encoding')));
  const descendants = document.resolve(font.get('DescendantFonts'));
  const descendant = Array.isArray(descendants) ? document.dict(descendants[0]) : null;
  if (descendant === null) throw new UnsupportedContent('font');
  const fallback = numberOf(document, descendant.get('DW'), 1000);
  const widths = compositeWidths(document, document.resolve(descendant.get('W')));
  return {
    codes: (bytes) => {
      const codes: ShownCode[] = [];
      for (let at = 0; at < bytes.length;) {
        const { length, code, cid } = map.next(bytes, at);
        codes.push({
          bytes: bytes.subarray(at, at + length),
          width: (widths.get(cid) ?? fallback) / 1000,
          isSpace: length === 1 && code === 32,
        });
        at += length;
      }
      return codes;
    },
  };
}

function encodingOf(document: PdfDocument, encoding: PdfValue): CharacterMap {
  if (isKind(encoding, 'name') && encoding.name === 'Identity-H') return twoByteMap();
  if (isKind(encoding, 'stream')) return readCharacterMap(decoded(document, encoding));
  throw new UnsupportedContent('encoding');
}

function decoded(document: PdfDocument, stream: PdfStream): Uint8Array {
  return decodeStream(document, stream).bytes;
}

/** Most glyphs of a font. */
const GLYPHS = 65_536;

/** ISO 32000-2, 9.7.4.3: `c [w …]` and `first last w`. */
function compositeWidths(document: PdfDocument, value: PdfValue): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  if (!Array.isArray(value)) return widths;
  for (let index = 0; index + 1 < value.length;) {
    const first = numberOf(document, value[index], 0);
    const second = document.resolve(value[index + 1]);
    if (Array.isArray(second)) {
      second.forEach((width, offset) => widths.set(first + offset, numberOf(document, width, 0)));
      index += 2;
    } else {
      const last = Math.min(numberOf(document, second, 0), first + GLYPHS);
      const width = numberOf(document, value[index + 2], 0);
      for (let cid = first; cid <= last; cid += 1) widths.set(cid, width);
      index += 3;
    }
  }
  return widths;
}

export function numberOf(document: PdfDocument, value: PdfValue | undefined, fallback: number): number {
  const resolved = document.resolve(value);
  return typeof resolved === 'number' ? resolved : fallback;
}
