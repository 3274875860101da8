import sharp from 'sharp';
import { createPictureFormat } from '../../server/documents/inPlace/image/pictureFormat.ts';
import type { Recognizer } from '../../server/documents/inPlace/recognition/types.ts';
import { drawValuePage, INK_SHADE, type PageLook } from './valuePages.ts';

/** What is left of the values that recognition found on a page, once they are covered. */
export interface LeftInk {
  /** Values that were found, and so covered. */
  readonly found: number;
  /** Those of which more than a twelfth of a letter can still be seen. */
  readonly readable: readonly { readonly value: string; readonly letters: number }[];
}

/** Covers: black, also after JPEG; uncovered ink is grey. */
const BLACKEST_INK = INK_SHADE - 34;
/** Share of a letter's ink that nobody can read. */
const UNREADABLE = 1 / 12;

/** Draws a page, has its values covered and measures how much of their ink is left. */
export async function readableLetters(recognizer: Recognizer, look: PageLook, seed: number): Promise<LeftInk> {
  const page = await drawValuePage(look, seed);
  const kind = createPictureFormat(page.format, recognizer);
  const signal = new AbortController().signal;
  const { text, layout } = await kind.read(page.bytes, { signal, language: 'de' });
  const replacements: { start: number; end: number; text: string }[] = [];
  const found: number[] = [];
  for (const value of new Set(page.values)) {
    const drawn = page.values.flatMap((other, index) => (other === value ? [index] : []));
    const starts = [...text.matchAll(new RegExp(RegExp.escape(value), 'gu'))].map(({ index }) => index);
    replacements.push(...starts.map((start) => ({ start, end: start + value.length, text: '' })));
    // Where recognition misread one of several, nobody can tell which of them were found.
    if (starts.length === drawn.length) found.push(...drawn);
  }
  replacements.sort((a, b) => a.start - b.start);
  const { bytes } = await kind.rewrite(page.bytes, {
    ...{ replacements, forbidden: [], purpose: 'anonymize', layout: layout!, expectedText: text, signal },
  });
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const readable: { value: string; letters: number }[] = [];
  for (const index of found) {
    const ink = page.ink[index]!;
    const value = page.values[index]!;
    const seen = ink.filter((place) => data[place * info.channels]! > BLACKEST_INK).length;
    const letters = (seen / ink.length) * value.replaceAll(' ', '').length;
    if (letters > UNREADABLE) readable.push({ value, letters });
  }
  return { found: found.length, readable };
}
