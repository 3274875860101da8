import type { Recognizer } from '../recognition/types.ts';
import type { InPlaceFormat } from '../types.ts';
import type { InPlacePicture } from './pictureFile.ts';

/** The format of picture files; its code is loaded with its first use, because it brings a large library. */
export async function openPictureFormat(kind: InPlacePicture, recognizer: Recognizer): Promise<InPlaceFormat> {
  const { default: sharp } = await import('sharp');
  // Decoded pixels of one document must not stay in memory for the next; the pool alone decides how many pictures are decoded at a time.
  sharp.cache(false);
  sharp.concurrency(1);
  return (await import('./pictureFormat.ts')).createPictureFormat(kind, recognizer);
}
