import sharp from 'sharp';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { toHex } from './colors.ts';

/** The mean colour of a picture, RGB, hexadecimal; undefined where it cannot be read. No other part of it leaves this function. */
export async function pictureColor(bytes: Uint8Array | null): Promise<string | undefined> {
  if (bytes === null) return undefined;
  try {
    const picture = sharp(bytes, { limitInputPixels: DOCUMENT_LIMITS.imagePixels, failOn: 'error' });
    const { data } = await picture
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .resize(1, 1, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return toHex([data[0] ?? 255, data[1] ?? 255, data[2] ?? 255]);
  } catch {
    // A drawing of commands, or a damaged picture: the slide is shown without it.
    return undefined;
  }
}
