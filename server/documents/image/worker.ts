import sharp from 'sharp';
import { workerTask } from '../../core/workers/task.ts';
import { readPicture, type Picture, type PictureFormat } from './picture.ts';

export interface PictureOrder {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** Page of the file, from 0. */
  readonly page: number;
}

// Decoded pixels of one document must not stay in memory for the next; the pool alone decides how many pictures are decoded at a time.
sharp.cache(false);
sharp.concurrency(1);

export default workerTask<PictureOrder, Picture, number>(({ bytes, format, page }, { post }) => {
  post(0);
  return readPicture(bytes, format, page);
});
