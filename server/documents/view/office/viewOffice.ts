import { AppError } from '../../../core/errors.ts';
import { openFormat } from '../../inPlace/formats.ts';
import type { BuiltView, ViewSource } from '../types.ts';
import { flowView, sheetsView, slidesView } from './assemble.ts';
import { docxBlocks } from './docx.ts';
import { odpSlides, odsSheets, odtBlocks } from './odf.ts';
import { createPictureTexts } from './pictureTexts.ts';
import { pptxSlides } from './pptx.ts';
import { canTag, tagsFor } from './tags.ts';
import { xlsxSheets } from './xlsx.ts';

export const VIEWED_OFFICE_FORMATS = ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'] as const;
export type ViewedOfficeFormat = (typeof VIEWED_OFFICE_FORMATS)[number];

/**
 * What an office document looks like. A copy of it is written with a tag before every word, and the copy is read for looks and layout. null: it
 * is too large to be shown in parts, or was read by an older version.
 */
export async function viewOffice(
  format: ViewedOfficeFormat,
  { bytes, text, layout }: Pick<ViewSource, 'bytes' | 'text' | 'layout'>,
): Promise<BuiltView | null> {
  if (!canTag(text)) return null;
  const { signal } = new AbortController();
  const opened = await openFormat(format);
  // Without recognized words pictures had none, or were left out by an older version.
  const pictures = layout === null ? ({ pictures: false } as const) : { layout };
  const read = await opened.read(bytes, { ...pictures, signal });
  if (read.text !== text) return null;
  const replacements = tagsFor(text, read.places);
  const shown = createPictureTexts(text, read.places);
  const tagged = await opened.rewrite(bytes, { ...pictures, replacements, purpose: 'restore', forbidden: [], signal });
  try {
    switch (format) {
      case 'docx':
        return flowView(await docxBlocks(tagged.bytes, text, shown));
      case 'odt':
        return flowView(await odtBlocks(tagged.bytes, text, shown));
      case 'xlsx':
        return sheetsView(await xlsxSheets(tagged.bytes, text, read.places, shown));
      case 'ods':
        return sheetsView(await odsSheets(tagged.bytes, text, read.places, shown));
      case 'pptx':
        return slidesView(await pptxSlides(tagged.bytes, text, shown));
      case 'odp':
        return slidesView(await odpSlides(tagged.bytes, text, shown));
    }
  } catch (error) {
    // A part that is too large for a tree: the text can still be reviewed.
    if (error instanceof AppError) return null;
    throw error;
  }
}
