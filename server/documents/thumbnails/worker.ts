import sharp, { type Sharp } from 'sharp';
import { workerTask } from '../../core/workers/task.ts';
import { documentError } from '../failures.ts';
import { decodeBmp } from '../image/bmp.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { openZip } from '../package/zip.ts';
import { drawColour } from '../pdf/drawColour.ts';
import { loadPdfium, withDocument, type Pdfium } from '../pdf/pdfium.ts';

/** Where the picture of a file comes from: the file itself, its first page, or a picture that the office program has put into the package. */
export type ThumbnailSource = 'image' | 'bmp' | 'pdf' | 'package';

export interface ThumbnailOrder {
  readonly source: ThumbnailSource;
  readonly bytes: Uint8Array;
}

/** WebP bytes; null where the file holds no picture. */
export type ThumbnailAnswer = Uint8Array | null;

/** Pixels on the longer side. */
const SIZE = 400;
/** Pages are drawn larger than wanted and scaled down afterwards, so that small text stays visible as lines. */
const OVERSAMPLING = 2;
/** ECMA-376 part 2, 11 (in the place all programs use) and OpenDocument 1.3 part 2, 3.7. */
const PACKAGE_PICTURE = /^(?:docProps\/thumbnail\.(?:jpe?g|png)|Thumbnails\/thumbnail\.png)$/i;
const PACKAGE_PICTURE_BYTES = 8 * 1024 * 1024;
const LIMITS = { limitInputPixels: DOCUMENT_LIMITS.imagePixels } as const;

sharp.cache(false);
sharp.concurrency(1);
let pdfium: Promise<Pdfium> | undefined;

export default workerTask<ThumbnailOrder, ThumbnailAnswer, number>(async (order, { post }) => {
  post(0);
  const picture = await pictureOf(order);
  if (picture === null) return null;
  try {
    return await picture
      .resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
});

async function pictureOf({ source, bytes }: ThumbnailOrder): Promise<Sharp | null> {
  switch (source) {
    case 'image':
      return sharp(bytes, LIMITS).autoOrient();
    case 'bmp': {
      const { pixels, width, height } = decodeBmp(bytes);
      return sharp(pixels, { ...LIMITS, raw: { width, height, channels: 3 } });
    }
    case 'pdf': {
      const module = await (pdfium ??= loadPdfium());
      const { pixels, width, height } = withDocument(module, bytes, (document) =>
        drawColour(module, document, 0, (across, down) => (SIZE * OVERSAMPLING) / Math.max(across, down)),
      );
      return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
    }
    case 'package': {
      const picture = await packagePicture(bytes);
      return picture === null ? null : sharp(picture, LIMITS).autoOrient();
    }
  }
}

async function packagePicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  const zip = await openZip(bytes);
  const name = [...zip.names].find((candidate) => PACKAGE_PICTURE.test(candidate));
  return name === undefined ? null : zip.read(name, PACKAGE_PICTURE_BYTES);
}
