import { LIMITS } from '../../contract/limits.ts';
import { documentError } from '../failures.ts';
import type { TextPlace, TextReplacement } from './types.ts';

/** A stretch of the text and what of the document it comes from. UTF-16 code units, `end` exclusive. */
export interface Segment<S> {
  readonly start: number;
  readonly end: number;
  readonly source: S;
  /** Where the stretch begins in the text of its source. */
  readonly from: number;
}

export interface PlacedText<S> {
  readonly text: string;
  readonly places: readonly TextPlace[];
  /** Sorted, never overlapping. */
  readonly segments: readonly Segment<S>[];
}

/** Collects the text of a document together with where each stretch of it comes from. */
export interface PlacedTextBuilder<S> {
  /** Begins a part; a blank line separates it from what came before. Parts without text leave no trace. */
  part(part: TextPlace['part']): void;
  /** `source` null: separators, which no replacement can change. Throws AppError TEXT_TOO_LARGE. */
  add(text: string, source: S | null, from?: number): void;
  finish(): PlacedText<S>;
}

/** Between two parts of a text. */
export const PART_BREAK = '\n\n';

/** @param most - characters of the text */
export function createPlacedText<S>(most: number = LIMITS.textCharacters): PlacedTextBuilder<S> {
  const texts: string[] = [];
  const segments: Segment<S>[] = [];
  const places: { start: number; end: number; part: TextPlace['part'] }[] = [];
  let length = 0;
  let next: TextPlace['part'] | null = null;
  const append = (text: string) => {
    texts.push(text);
    length += text.length;
    if (length > most) throw documentError('TEXT_TOO_LARGE');
  };
  return {
    part(part) {
      next = part;
    },
    add(text, source, from = 0) {
      if (text === '') return;
      if (next !== null) {
        if (source === null) return;
        if (length > 0) append(PART_BREAK);
        places.push({ start: length, end: length, part: next });
        next = null;
      }
      if (source !== null) segments.push({ start: length, end: length + text.length, source, from });
      append(text);
      const place = places.at(-1);
      if (place !== undefined) place.end = length;
    },
    finish: () => ({ text: texts.join(''), places, segments }),
  };
}

/** A stretch of a source that a replacement takes away. */
export interface Hit<S> {
  readonly source: S;
  /** UTF-16 code units in the text of the source, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What each replacement touches, in the order of the replacements. Both lists are sorted. */
export function hitsOf<S>(
  segments: readonly Segment<S>[],
  replacements: readonly TextReplacement[],
): { readonly replacement: TextReplacement; readonly hits: readonly Hit<S>[] }[] {
  let first = 0;
  return replacements.map((replacement) => {
    while (first < segments.length && segments[first]!.end <= replacement.start) first += 1;
    const hits: Hit<S>[] = [];
    for (let index = first; index < segments.length && segments[index]!.start < replacement.end; index += 1) {
      const { start, end, source, from } = segments[index]!;
      hits.push({
        source,
        start: from + Math.max(start, replacement.start) - start,
        end: from + Math.min(end, replacement.end) - start,
      });
    }
    return { replacement, hits };
  });
}
