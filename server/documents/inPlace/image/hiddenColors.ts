import sharp, { type Sharp } from 'sharp';
import { documentError } from '../../failures.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';

/** Pixels up to this opacity, of 255, are taken to be seen by nobody; their colours may still show words to a program. */
const UNSEEN = 8;
const CHANNELS = 4;

/** Red, green, blue and opacity of every pixel. */
const pixelsOf = (page: Sharp) =>
  page.ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });

/** The picture with black under all that is transparent. */
export async function withoutHiddenColors(page: Sharp): Promise<Sharp> {
  const { data, info } = await pixelsOf(page);
  for (let at = 0; at < data.length; at += CHANNELS) {
    if (data[at + 3]! > UNSEEN) continue;
    data[at] = data[at + 1] = data[at + 2] = 0;
    data[at + 3] = 0;
  }
  const raw = { width: info.width, height: info.height, channels: CHANNELS } as const;
  return sharp(data, { limitInputPixels: DOCUMENT_LIMITS.imagePixels, raw });
}

/** Whether what is transparent has more than one colour. Throws AppError UNREADABLE_FILE. */
export async function hasHiddenColors(bytes: Uint8Array): Promise<boolean> {
  const picture = sharp(bytes, { limitInputPixels: DOCUMENT_LIMITS.imagePixels });
  if (!(await picture.metadata()).hasAlpha) return false;
  const { data } = await pixelsOf(picture).catch((error: unknown) => {
    throw documentError('UNREADABLE_FILE', error);
  });
  let first = -1;
  for (let at = 0; at < data.length; at += CHANNELS) {
    if (data[at + 3]! > UNSEEN) continue;
    const color = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    if (first >= 0 && color !== first) return true;
    first = color;
  }
  return false;
}
