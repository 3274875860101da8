import type { GlyphOrGap } from './glyphs.ts';

/** What decides whether a page's own text can be trusted. */
export interface PageFacts {
  readonly glyphs: readonly GlyphOrGap[];
  /** Characters without a meaning, see PageGlyphs. */
  readonly unmapped: number;
  /** Objects painted on the page: text, paths, images, shadings. */
  readonly objects: number;
  /** Share of the page that its largest image covers, 0 to 1. */
  readonly imageCover: number;
}

/** Fewer characters than this on a page that shows something: its words are drawn as paths or pixels. */
const FEW_CHARACTERS = 16;
/** A stamp ("Page 3 of 7", "RECEIVED") over a scan has about this many characters; recognized text of a page has far more. */
const STAMP_CHARACTERS = 160;
const COVERING_IMAGE = 0.6;
const UNMAPPED_SHARE = 0.1;
const READABLE_SHARE = 0.5;

/** True when the page has to be drawn and recognized because its text layer is missing or useless. */
export function needsRecognition({ glyphs, unmapped, objects, imageCover }: PageFacts): boolean {
  const characters = glyphs.filter((glyph) => glyph !== null);
  if (characters.length < FEW_CHARACTERS) return objects > 0 && (imageCover > 0.02 || objects > characters.length);
  if (imageCover >= COVERING_IMAGE && characters.length < STAMP_CHARACTERS) return true;
  if (unmapped > UNMAPPED_SHARE * characters.length) return true;
  // Repeated signs (dot leaders, rules made of dashes) say nothing about the quality.
  const text = characters
    .map((glyph) => glyph.text)
    .join('')
    .replace(/([^\p{L}\p{N}])\1+/gu, '$1');
  const readable = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  return readable < READABLE_SHARE * text.length;
}
