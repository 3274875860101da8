import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../core/errors.ts';
import { documentError } from '../failures.ts';
import { openPicture, type InPlacePicture } from '../inPlace/image/pictureFile.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { drawColour } from '../pdf/drawColour.ts';
import { withDocument, withPage, type Pdfium } from '../pdf/pdfium.ts';

const QUALITY = 88;
/** Quick over small: the picture is made while somebody waits. */
const EFFORT = 1;
/** FPDFPage_Flatten (public/fpdf_flatten.h). */
const FLATTEN_FOR_DISPLAY = 0;

/** A page of a PDF as WebP. */
export async function pdfPicture(pdfium: Pdfium, bytes: Uint8Array, page: number, wanted: number): Promise<Uint8Array> {
  const { pixels, width, height } = withDocument(pdfium, bytes, (document) => {
    if (page > pdfium.api.FPDF_GetPageCount(document)) throw noSuchPage();
    // Values of form fields are drawn with the page only when they are part of it.
    withPage(pdfium, document, page - 1, (handle) => pdfium.api.FPDFPage_Flatten(handle, FLATTEN_FOR_DISPLAY));
    return drawColour(pdfium, document, page - 1, (across, down) =>
      Math.min(wanted / across, Math.sqrt(DOCUMENT_LIMITS.recognitionPixels / (across * down))),
    );
  });
  return await encoded(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha());
}

/** A page of a picture file as WebP, upright by its EXIF orientation, white where it is transparent. */
export async function picturePicture(
  format: InPlacePicture,
  bytes: Uint8Array,
  page: number,
  width: number,
): Promise<Uint8Array> {
  const file = await openPicture(bytes, format);
  if (page > file.pages) throw noSuchPage();
  const { source } = await file.open(page - 1);
  return await encoded(source.flatten({ background: 'white' }).resize({ width, withoutEnlargement: true }));
}

const noSuchPage = (): AppError => new AppError('NOT_FOUND', 'The document has no such page.');

async function encoded(picture: Sharp): Promise<Uint8Array> {
  try {
    return await picture.webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
}
