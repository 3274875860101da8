/** A part of a text and what stands in its place. Offsets are UTF-16 code units, `end` exclusive. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** A replaced part in both texts. */
export interface Placement extends Replacement {
  /** Where the placeholder stands in the anonymized text. */
  readonly maskedStart: number;
  readonly maskedEnd: number;
}

export interface AppliedText {
  readonly text: string;
  /** In the order of the text. */
  readonly placements: readonly Placement[];
}

/** Puts placeholders into a text. `replacements` are sorted by start and do not overlap. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): AppliedText {
  const parts: string[] = [];
  const placements: Placement[] = [];
  let position = 0;
  let length = 0;
  for (const replacement of replacements) {
    if (replacement.start < position) throw new RangeError('replacements overlap or are not in order');
    parts.push(text.slice(position, replacement.start), replacement.placeholder);
    const maskedStart = length + replacement.start - position;
    length = maskedStart + replacement.placeholder.length;
    placements.push({ ...replacement, maskedStart, maskedEnd: length });
    position = replacement.end;
  }
  parts.push(text.slice(position));
  return { text: parts.join(''), placements };
}

/** Translates offsets between an original text and its anonymized form, for linked highlights. */
export interface OffsetMap {
  /** Offset in the anonymized text; inside a replaced part that of its placeholder's start. */
  toMasked(offset: number): number;
  /** Offset in the original; inside a placeholder that of the replaced part's start. */
  toOriginal(offset: number): number;
  /** The smallest part of the original that an anonymized range covers; placeholders it touches count whole. */
  originalRange(maskedStart: number, maskedEnd: number): { start: number; end: number };
}

export function createOffsetMap(placements: readonly Placement[]): OffsetMap {
  /** Index of the last placement that begins at or before an offset, -1 when none does. */
  const lastBefore = (offset: number, startOf: (placement: Placement) => number): number => {
    let low = 0;
    let high = placements.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (startOf(placements[middle]!) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const originalStart = (placement: Placement) => placement.start;
  const maskedStartOf = (placement: Placement) => placement.maskedStart;
  const toOriginal = (offset: number) => {
    const before = placements[lastBefore(offset, maskedStartOf)];
    if (before === undefined) return offset;
    return offset < before.maskedEnd ? before.start : before.end + offset - before.maskedEnd;
  };
  return {
    toMasked(offset) {
      const before = placements[lastBefore(offset, originalStart)];
      if (before === undefined) return offset;
      return offset < before.end ? before.maskedStart : before.maskedEnd + offset - before.end;
    },
    toOriginal,
    originalRange(maskedStart, maskedEnd) {
      const last = placements[lastBefore(maskedEnd - 1, maskedStartOf)];
      const end = last !== undefined && maskedEnd <= last.maskedEnd ? last.end : toOriginal(maskedEnd);
      return { start: toOriginal(maskedStart), end };
    },
  };
}
