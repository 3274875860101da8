import type { Glyph } from '../../pdf/glyphs.ts';
import type { PackedGlyphs } from '../../pdf/packedGlyphs.ts';
import { pageTextPieces } from '../../pdf/words.ts';
import type { Segment } from '../placedText.ts';
import type { PdfModel, PdfSource } from './model.ts';

/** A stretch of the text layer of a page that one character of the page shows. UTF-16 code units of that text, `end` exclusive. */
export interface Letter {
  readonly start: number;
  readonly end: number;
  readonly glyph: Glyph;
  /** Of the character among all of the page, gaps included. */
  readonly index: number;
}

/** The letters of a page in reading order. The same characters always give the same letters, so that they need not be kept. */
export function lettersOf(packed: PackedGlyphs): Letter[] {
  const glyphs = packed.unpack();
  const indexOf = new Map(glyphs.map((glyph, index) => [glyph, index]));
  let start = 0;
  return pageTextPieces(glyphs).flatMap(({ text, glyph }): Letter[] => {
    const end = start + text.length;
    const letter = glyph === null ? [] : [{ start, end, glyph, index: indexOf.get(glyph)! }];
    start = end;
    return letter;
  });
}

/** What shows a stretch of the text of a page: a letter of its text layer, or a word that was recognized. */
export type ShownSource =
  { readonly kind: 'letter'; readonly glyph: Glyph } | Extract<PdfSource, { readonly kind: 'word' }>;

/** What stands on a page (from 0), in the order of the text. */
export function shownOn({ placed, facts }: Pick<PdfModel, 'placed' | 'facts'>, page: number): Segment<ShownSource>[] {
  const { segments } = placed;
  return segments
    .slice(firstOf(segments, page), firstOf(segments, page + 1))
    .flatMap((segment): Segment<ShownSource>[] => {
      const { source } = segment;
      if (source.kind === 'slot') return [];
      if (source.kind === 'word') return [{ ...segment, source }];
      return lettersOf(facts[page]!.glyphs).map(({ start, end, glyph }) => ({
        ...{ start: segment.start + start, end: segment.start + end, from: 0 },
        source: { kind: 'letter', glyph },
      }));
    });
}

/** Place of the first segment that belongs to a page from `page` on; those of pages come first and are sorted. */
function firstOf(segments: readonly Segment<PdfSource>[], page: number): number {
  let [from, to] = [0, segments.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { source } = segments[middle]!;
    if (source.kind !== 'slot' && source.page < page) from = middle + 1;
    else to = middle;
  }
  return from;
}
