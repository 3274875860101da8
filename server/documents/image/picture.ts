import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../core/errors.ts';
import { documentError } from '../failures.ts';
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
 * Decodes page `index` of a picture, upright by its EXIF orientation, on white where it is transparent, in shades of grey, at a size that suits
 * recognition. Throws AppError UNREADABLE_FILE, also where the picture declares more pixels than the limit, and TEXT_TOO_LARGE for too many pages.
 */
export async function readPicture(bytes: Uint8Array, format: PictureFormat, index: number): Promise<Picture> {
  try {
    const { source, width, height, dpi: declared, pages } = await open(bytes, format, index);
    if (pages > DOCUMENT_LIMITS.pages) throw documentError('TEXT_TOO_LARGE');
    const dpi = resolution(width, height, declared);
    const scale = scaleFor(width * height, dpi);
    const { data, info } = await source
      .autoOrient()
      .flatten({ background: 'white' })
      .greyscale()
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
