import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../core/errors.ts';
import { documentError, tooManyPages } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import type { DocumentFormat } from '../types.ts';
import { decodeBmp } from './bmp.ts';
import type { GrayPage } from './graymap.ts';

export type PictureFormat = Extract<DocumentFormat, 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff'> | 'webp';

/** A page of a picture file, ready for recognition. */
export interface Picture {
  readonly page: GrayPage;
  /** Pages of the file; only TIFF has more than one. Of an animated GIF or PNG the first frame is the picture. */
  readonly pages: number;
}

/** A page is taken to be as long as A4 where the file does not tell its resolution, or tells one no scanner has. */
const PAGE_INCHES = 11.7;
const LONGEST_PAGE_INCHES = 20;
const LOWEST_SCAN_DPI = 100;
/** Below this, letters are too small for recognition and the picture is enlarged. */
const ENLARGE_BELOW_DPI = 200;
const LARGEST_ENLARGEMENT = 3;
/** Tesseract takes a lower resolution for a mistake. */
const MINIMUM_DPI = 70;

/**
 * Decodes page `index` of a picture, upright by its EXIF orientation, in shades of grey, at a size that suits recognition; on white where it is
 * transparent, or on black and reversed where what shows is light. Throws AppError UNREADABLE_FILE, also where the picture declares more pixels than
 * the limit, and TEXT_TOO_LARGE for too many pages.
 */
export async function readPicture(bytes: Uint8Array, format: PictureFormat, index: number): Promise<Picture> {
  try {
    const { source, width, height, dpi: declared, pages } = await open(bytes, format, index);
    if (pages > DOCUMENT_LIMITS.pages) throw tooManyPages(pages);
    const dpi = resolution(width, height, declared);
    const scale = scaleFor(width * height, dpi);
    const isLight = await isLightOnTransparent(source);
    const { data, info } = await source
      .autoOrient()
      .flatten({ background: isLight ? 'black' : 'white' })
      .greyscale()
      .negate(isLight)
      .resize({
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
        fit: 'fill',
      })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const page = {
      pixels,
      width: info.width,
      height: info.height,
      dpi: Math.max(MINIMUM_DPI, Math.round(dpi * scale)),
    };
    return { page, pages };
  } catch (error) {
    throw error instanceof AppError ? error : documentError('UNREADABLE_FILE', error);
  }
}

/** Longest side to which a picture is made small to tell how light it is. */
const SAMPLE_SIDE = 256;
/** From this mean shade on, letters would not show on white. */
const LIGHT = 160;

/** Whether what can be seen of a partly transparent picture is light, as letters for a dark ground are. */
async function isLightOnTransparent(source: Sharp): Promise<boolean> {
  if (!(await source.metadata()).hasAlpha) return false;
  const pixels = await source
    .clone()
    .resize({ width: SAMPLE_SIDE, height: SAMPLE_SIDE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
  let [shades, seen, hidden] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!;
    shades += ((pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3) * alpha;
    seen += alpha;
    hidden += 255 - alpha;
  }
  return hidden > 0 && seen > 0 && shades / seen > LIGHT;
}

interface Opened {
  readonly source: Sharp;
  /** Size after turning by the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number | null;
  readonly pages: number;
}

async function open(bytes: Uint8Array, format: PictureFormat, index: number): Promise<Opened> {
  const limits = { limitInputPixels: DOCUMENT_LIMITS.imagePixels, failOn: 'error' } as const;
  if (format === 'bmp') {
    const { pixels, width, height, dpi } = decodeBmp(bytes);
    return { source: sharp(pixels, { ...limits, raw: { width, height, channels: 3 } }), width, height, dpi, pages: 1 };
  }
  const source = sharp(bytes, { ...limits, page: index, sequentialRead: true });
  const { autoOrient, density, pages } = await source.metadata();
  return { source, ...autoOrient, dpi: density ?? null, pages: format === 'tiff' ? (pages ?? 1) : 1 };
}

function resolution(width: number, height: number, declared: number | null): number {
  const longest = Math.max(width, height);
  const plausible = declared !== null && declared >= LOWEST_SCAN_DPI && longest / declared <= LONGEST_PAGE_INCHES;
  return plausible ? declared : longest / PAGE_INCHES;
}

function scaleFor(pixels: number, dpi: number): number {
  const wanted = dpi < ENLARGE_BELOW_DPI ? Math.min(LARGEST_ENLARGEMENT, DOCUMENT_LIMITS.rasterDpi / dpi) : 1;
  return Math.min(wanted, Math.sqrt(DOCUMENT_LIMITS.recognitionPixels / pixels));
}
