import sharp from 'sharp';
import { cutColumns, cutRows, type GrayPage } from '../../image/graymap.ts';
import { inverse, multiply, type Matrix } from '../../layout/matrix.ts';
import { withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import type { PagePicture } from './facts.ts';
import { storedPixels } from './pictures.ts';

export interface DrawnPicture {
  /** From 0. */
  readonly page: number;
  readonly picture: PagePicture;
  /** The whole page. */
  readonly drawn: GrayPage;
}

/**
 * What a picture on a page shows, for recognition: the place of it on the drawn page; where the page's text stands on it, its own pixels, so that this
 * text is not found twice. A picture that is turned, cut off or cannot be had by itself is taken from the page with all that is on it.
 * @param toUser - from fractions of the page as it is shown to its user space
 */
export async function pictureOf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  { page, picture, drawn }: DrawnPicture,
  toUser: Matrix,
): Promise<GrayPage> {
  const onPage = cut(drawn, picture);
  if (!picture.underText || !isUpright(picture, toUser)) return onPage;
  const alone = withDocument(pdfium, bytes, (handle) => storedPixels(pdfium, handle, page, picture.index));
  if (alone === null) return onPage;
  const { width, height, channels } = alone;
  const pixels = await sharp(alone.pixels, { raw: { width, height, channels } })
    .greyscale()
    .resize({ width: onPage.width, height: onPage.height, fit: 'fill' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer();
  return { ...onPage, pixels: new Uint8Array(pixels) };
}

function cut(page: GrayPage, { box }: PagePicture): GrayPage {
  const rows = cutRows(page, Math.floor(box.top * page.height), Math.ceil(box.bottom * page.height));
  return cutColumns(rows, Math.floor(box.left * page.width), Math.ceil(box.right * page.width));
}

/** In fractions of the page. */
const TOLERANCE = 0.002;

/** Whether the first row of the picture's pixels is at the top of its box, and nothing of it lies outside the page. */
function isUpright({ place }: PagePicture, toUser: Matrix): boolean {
  const toDisplay = inverse(toUser);
  if (toDisplay === null) return false;
  // The unit square of a picture has its first row at 1, the page as it is shown at 0.
  const [a, b, c, d, e, f] = multiply(place, toDisplay);
  const isWithin = (value: number) => value >= -TOLERANCE && value <= 1 + TOLERANCE;
  return Math.abs(b) < TOLERANCE && Math.abs(c) < TOLERANCE && a > 0 && d < 0 && [e, e + a, f, f + d].every(isWithin);
}
