import type { ViewBlock } from '../../../contract/documentView.ts';
import { AppError } from '../../../core/errors.ts';
import { openFormat } from '../../inPlace/formats.ts';
import type { ReadInPlaceOptions, TextPlace } from '../../inPlace/types.ts';
import type { DocumentFormat } from '../../types.ts';
import type { BuiltView, ViewSource } from '../types.ts';
import { flowView, sheetsView, slidesView } from './assemble.ts';
import { docxBlocks } from './docx.ts';
import { odpSlides, odsSheets, odtBlocks } from './odf.ts';
import { additionTo, sheetBlocks, slideBlocks } from './officeInside.ts';
import { createPictureTexts, pictureLines } from './pictureTexts.ts';
import { pptxSlides } from './pptx.ts';
import { canTag, tagsFor } from './tags.ts';
import { xlsxSheets } from './xlsx.ts';

const VIEWED_OFFICE_FORMATS = ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'] as const;
export type ViewedOfficeFormat = (typeof VIEWED_OFFICE_FORMATS)[number];

export const isViewedOffice = (format: DocumentFormat): format is ViewedOfficeFormat =>
  (VIEWED_OFFICE_FORMATS as readonly DocumentFormat[]).includes(format);

interface TaggedCopy {
  readonly readText: string;
  /** In the text that is shown. */
  readonly places: readonly TextPlace[];
  readonly bytes: Uint8Array;
}

type Pictures = Pick<ReadInPlaceOptions, 'layout' | 'pictures'>;

/**
 * A copy of a document with a tag before every word that is shown; null where its text cannot be tagged.
 * @param place - where an offset of the text that is read is in the text that is shown; null: this is another document
 */
async function tagged(
  format: ViewedOfficeFormat,
  bytes: Uint8Array,
  pictures: Pictures,
  place: (readText: string) => ((at: number) => number) | null,
): Promise<TaggedCopy | null> {
  const { signal } = new AbortController();
  const opened = await openFormat(format);
  const { text: readText, places } = await opened.read(bytes, { ...pictures, signal });
  const toShown = canTag(readText) ? place(readText) : null;
  if (toShown === null) return null;
  const replacements = tagsFor(readText, places, toShown);
  const copy = await opened.rewrite(bytes, { ...pictures, replacements, purpose: 'restore', forbidden: [], signal });
  const shownPlaces = places.map((each) => ({ ...each, start: toShown(each.start), end: toShown(each.end - 1) + 1 }));
  return { readText, places: shownPlaces, bytes: copy.bytes };
}

/** null: a part is too large for a tree; the text can still be reviewed. */
async function unlessTooLarge<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * What an office document looks like. A copy of it is written with a tag before every word, and the copy is read for looks and layout. null: it
 * is too large to be shown in parts, or was read by an older version.
 */
export async function viewOffice(
  format: ViewedOfficeFormat,
  { bytes, text, layout }: Pick<ViewSource, 'bytes' | 'text' | 'layout'>,
): Promise<BuiltView | null> {
  if (!canTag(text)) return null;
  // Without recognized words pictures had none, or were left out by an older version.
  const pictures = layout === null ? ({ pictures: false } as const) : { layout };
  const copy = await tagged(format, bytes, pictures, (readText) => (readText === text ? (at) => at : null));
  if (copy === null) return null;
  const { places } = copy;
  const shown = createPictureTexts(text, places);
  return await unlessTooLarge(async () => {
    switch (format) {
      case 'docx':
        return flowView(await docxBlocks(copy.bytes, text, shown));
      case 'odt':
        return flowView(await odtBlocks(copy.bytes, text, shown));
      case 'xlsx':
        return sheetsView(await xlsxSheets(copy.bytes, text, places, shown));
      case 'ods':
        return sheetsView(await odsSheets(copy.bytes, text, places, shown));
      case 'pptx':
        return slidesView(await pptxSlides(copy.bytes, text, shown));
      case 'odp':
        return slidesView(await odpSlides(copy.bytes, text, shown));
    }
  });
}

/**
 * What an office document inside another file looks like, as running text: sheets as tables, slides one below the other, words of pictures at the
 * end. Which words those are is not known here: they are what the text has more than the document without them. Null as for `viewOffice`.
 */
export async function officeBlocks(
  format: ViewedOfficeFormat,
  bytes: Uint8Array,
  text: string,
): Promise<ViewBlock[] | null> {
  return await unlessTooLarge(async () => {
    const withoutPictures = { pictures: false } as const;
    const copy = await tagged(format, bytes, withoutPictures, (readText) => additionTo(readText, text)?.place ?? null);
    if (copy === null) return null;
    const { readText, places } = copy;
    const { start, end } = additionTo(readText, text)!;
    const none = createPictureTexts(text, []);
    const blocks = async (): Promise<ViewBlock[] | null> => {
      switch (format) {
        case 'docx':
          return await docxBlocks(copy.bytes, text, none);
        case 'odt':
          return await odtBlocks(copy.bytes, text, none);
        case 'xlsx':
          return sheetBlocks(await xlsxSheets(copy.bytes, text, places, none));
        case 'ods':
          return sheetBlocks(await odsSheets(copy.bytes, text, places, none));
        case 'pptx':
          return slideBlocks(await pptxSlides(copy.bytes, text, none));
        case 'odp':
          return slideBlocks(await odpSlides(copy.bytes, text, none));
      }
    };
    const found = await blocks();
    return found === null ? null : [...found, ...pictureLines(text, start, end)];
  });
}
