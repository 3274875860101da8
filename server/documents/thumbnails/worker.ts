import sharp from 'sharp';
import { workerTask } from '../../core/workers/task.ts';
import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';

export interface ThumbnailOrder {
  readonly kind: 'image';
  readonly bytes: Uint8Array;
}

/** Pixels on the longer side. */
const SIZE = 400;

sharp.cache(false);
sharp.concurrency(1);

export default workerTask<ThumbnailOrder, Uint8Array, number>(async ({ bytes }, { post }) => {
  post(0);
  try {
    return await sharp(bytes, { limitInputPixels: DOCUMENT_LIMITS.imagePixels })
      .autoOrient()
      .resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
});
