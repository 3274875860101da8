import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../../../core/errors.ts';
import { documentError, tooManyPages } from '../../failures.ts';
import { decodeBmp } from '../../image/bmp.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { encodeBmp } from './encodeBmp.ts';
import { withoutHiddenColors } from './hiddenColors.ts';
import { joinTiffs } from './joinTiffs.ts';
import type { Size } from './overlay.ts';

export const IN_PLACE_PICTURES = ['png', 'jpeg', 'gif', 'bmp', 'tiff', 'webp'] as const;
export type InPlacePicture = (typeof IN_PLACE_PICTURES)[number];

/** A page of a picture file, or a frame of an animation, upright by its EXIF orientation. */
export interface PicturePage extends Size {
  readonly source: Sharp;
}

/** A picture file, page by page. */
export interface PictureFile {
  readonly pages: number;
  /** Embedded data about the picture: EXIF, XMP, IPTC, comments, colour profiles that may carry text. */
  readonly metadata: number;
  open(page: number): Promise<PicturePage>;
  /** Writes pages, each changed by the caller, in the format of the file; nothing but pixels that are seen, their resolution and the timing of frames is kept. */
  encode(pages: readonly Sharp[]): Promise<Uint8Array>;
}

const LIMITS = { limitInputPixels: DOCUMENT_LIMITS.imagePixels, failOn: 'error' } as const;
const JPEG_QUALITY = 93;
const WEBP_QUALITY = 92;
const MILLIMETRES_PER_INCH = 25.4;

/** Opens a picture. Throws AppError UNREADABLE_FILE, also for more pixels than the limit, and TEXT_TOO_LARGE for too many pages. */
export async function openPicture(bytes: Uint8Array, format: InPlacePicture): Promise<PictureFile> {
  return await orUnreadable(async () => (format === 'bmp' ? openBmp(bytes) : await openOther(bytes, format)));
}

async function orUnreadable<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : documentError('UNREADABLE_FILE', error);
  }
}

function openBmp(bytes: Uint8Array): PictureFile {
  const { pixels, width, height, dpi } = decodeBmp(bytes);
  return {
    pages: 1,
    metadata: 0,
    open: () =>
      Promise.resolve({ source: sharp(pixels, { ...LIMITS, raw: { width, height, channels: 3 } }), width, height }),
    async encode([page]) {
      const { data } = await page!.removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return encodeBmp(data, { width, height, dpi });
    },
  };
}

async function openOther(bytes: Uint8Array, format: Exclude<InPlacePicture, 'bmp'>): Promise<PictureFile> {
  const first = await sharp(bytes, LIMITS).metadata();
  if (first.format !== format) throw documentError('UNREADABLE_FILE');
  const pages = first.pages ?? 1;
  if (pages > DOCUMENT_LIMITS.pages) throw tooManyPages(pages);
  if (format !== 'tiff' && pages * first.width * (first.pageHeight ?? first.height) > DOCUMENT_LIMITS.imagePixels)
    throw documentError('UNREADABLE_FILE');
  return {
    pages,
    metadata: [first.exif, first.xmp, first.iptc, first.icc, first.comments?.length].filter(Boolean).length,
    open: (page) =>
      orUnreadable(async () => {
        const source = sharp(bytes, { ...LIMITS, page });
        const { autoOrient } = await source.metadata();
        const upright = source.autoOrient();
        return { source: first.space === 'b-w' ? upright.toColourspace('b-w') : upright, ...autoOrient };
      }),
    encode: (changed) => orUnreadable(() => encode(bytes, format, first, changed)),
  };
}

/** What of a page is seen. */
async function seen(page: Sharp, { hasAlpha, space }: Metadata): Promise<Sharp> {
  if (!hasAlpha) return page;
  const shown = await withoutHiddenColors(page);
  return space === 'b-w' ? shown.toColourspace('b-w') : shown;
}

async function encode(
  bytes: Uint8Array,
  format: Exclude<InPlacePicture, 'bmp'>,
  metadata: Metadata,
  pages: readonly Sharp[],
): Promise<Uint8Array> {
  const perMillimetre = metadata.density === undefined ? undefined : metadata.density / MILLIMETRES_PER_INCH;
  switch (format) {
    case 'png':
      return await (
        await seen(pages[0]!, metadata)
      )
        .png({ palette: metadata.isPalette, colours: 256, dither: 0 })
        .toBuffer();
    case 'jpeg':
      return await pages[0]!
        .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
        .toBuffer();
    case 'tiff': {
      const resolution = perMillimetre === undefined ? {} : { xres: perMillimetre, yres: perMillimetre };
      const isBitonal = metadata.bitsPerSample === 1;
      const packing = isBitonal
        ? ({ compression: 'ccittfax4', bitdepth: 1 } as const)
        : ({ compression: 'deflate', predictor: 'horizontal' } as const);
      const files: Uint8Array[] = [];
      for (const page of pages)
        files.push(
          await (isBitonal ? await greyPixels(page) : await seen(page, metadata))
            .tiff({ ...packing, ...resolution })
            .toBuffer(),
        );
      return joinTiffs(files);
    }
    case 'webp':
    case 'gif': {
      const frames: Buffer[] = [];
      for (const page of pages) frames.push(await (await seen(page, metadata)).png({ compressionLevel: 1 }).toBuffer());
      const joined =
        frames.length === 1 ? sharp(frames[0], LIMITS) : sharp(frames, { ...LIMITS, join: { animated: true } });
      const timing = {
        ...(metadata.delay === undefined ? {} : { delay: metadata.delay }),
        ...(metadata.loop === undefined ? {} : { loop: metadata.loop }),
      };
      const lossless = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('VP8L');
      return format === 'gif'
        ? await joined.gif({ dither: 0, ...timing }).toBuffer()
        : await joined.webp({ quality: WEBP_QUALITY, lossless, ...timing }).toBuffer();
    }
  }
}

/** The page with one channel, as the encodings for black and white ask for. */
async function greyPixels(page: Sharp): Promise<Sharp> {
  const { data, info } = await page.removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { ...LIMITS, raw: { width, height, channels } }).toColourspace('b-w');
}
