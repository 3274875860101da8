import { createOffsetMap, type Placement } from '../../../../core/placeholders/apply.ts';
import { findPlaceholders } from '../../../../core/placeholders/find.ts';
import { createCodePoints } from './codePoints.ts';

/** A range of a text, in Unicode code points; `end` is exclusive. */
export interface PointRange {
  readonly start: number;
  readonly end: number;
}

/** A text of a document beside what was sent of it. */
export interface SentText {
  /** What the client sent, as far as the range covers it; a placeholder that it cuts counts whole. null: there is no such range. */
  inOriginal(sent: PointRange): OriginalRange | null;
  /** The other way round. */
  inSent(original: PointRange): SentRange | null;
  /** Where a piece of what was sent stands in it, at or behind an offset of the original, in code units; null: nowhere. */
  find(piece: string, from: number): SentRange | null;
}

export interface OriginalRange extends PointRange {
  /** `start` in UTF-16 code units. */
  readonly startUnits: number;
  /** `end` in UTF-16 code units. */
  readonly endUnits: number;
  /** What stands in the range that was sent. */
  readonly sent: string;
}

export interface SentRange extends PointRange {
  readonly text: string;
}

/** @param originals - by hash, all of the request */
export function createSentText(original: string, sent: string, originals: ReadonlyMap<string, string>): SentText {
  const placements = placementsIn(sent, originals);
  const offsets = createOffsetMap(placements);
  const ofOriginal = createCodePoints(original);
  const ofSent = createCodePoints(sent);
  const sentRange = (start: number, end: number): SentRange => ({
    start: ofSent.toPoints(start),
    end: ofSent.toPoints(end),
    text: sent.slice(start, end),
  });
  /** The range of what was sent with the whole of every placeholder it cuts, in code units. */
  const widened = (start: number, end: number): readonly [number, number] => {
    const cut = (at: number) => placements.find(({ maskedStart, maskedEnd }) => maskedStart < at && at < maskedEnd);
    return [cut(start)?.maskedStart ?? start, cut(end)?.maskedEnd ?? end];
  };
  const toSent = (start: number, end: number): SentRange => {
    const cut = placements.find((placement) => placement.start < end && end < placement.end);
    return sentRange(offsets.toMasked(start), cut?.maskedEnd ?? offsets.toMasked(end));
  };

  return {
    inOriginal(range) {
      const [from, to] = [ofSent.toUnits(range.start), ofSent.toUnits(range.end)];
      if (!isRange(from, to, sent)) return null;
      const [start, end] = widened(from, to);
      const { start: startUnits, end: endUnits } = offsets.originalRange(start, end);
      return {
        ...{ start: ofOriginal.toPoints(startUnits), end: ofOriginal.toPoints(endUnits), startUnits, endUnits },
        sent: sent.slice(start, end),
      };
    },
    inSent(range) {
      const [from, to] = [ofOriginal.toUnits(range.start), ofOriginal.toUnits(range.end)];
      return isRange(from, to, original) ? toSent(from, to) : null;
    },
    find(piece, from) {
      const at = piece === '' ? -1 : sent.indexOf(piece, offsets.toMasked(from));
      return at === -1 ? null : sentRange(at, at + piece.length);
    },
  };
}

function isRange(start: number, end: number, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
}

/** Where the placeholders of a masked text stand, in it and in its original. */
function placementsIn(sent: string, originals: ReadonlyMap<string, string>): Placement[] {
  let shift = 0;
  return findPlaceholders(sent).flatMap(({ start: maskedStart, end: maskedEnd, exact, hashes }) => {
    const value = exact ? originals.get(hashes[0]!) : undefined;
    if (value === undefined) return [];
    const start = maskedStart + shift;
    const end = start + value.length;
    shift += value.length - (maskedEnd - maskedStart);
    return [{ start, end, maskedStart, maskedEnd, placeholder: sent.slice(maskedStart, maskedEnd) }];
  });
}
