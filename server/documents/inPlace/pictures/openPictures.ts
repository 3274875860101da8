import type { Recognizer } from '../recognition/types.ts';
import type { ReadInPlaceOptions, RewriteRequest } from '../types.ts';
import { createPicturesInside, type PicturesInside } from './picturesInside.ts';

type Order =
  | Pick<ReadInPlaceOptions, 'language' | 'layout' | 'pictures' | 'signal' | 'onProgress'>
  | Pick<RewriteRequest, 'language' | 'layout' | 'pictures' | 'signal' | 'onProgress' | 'purpose' | 'forbidden'>;

/**
 * The pictures of a document that is read or rewritten; null where they are left out.
 * @param share - of the progress that the reading of pictures makes
 */
export function openPictures(recognizer: Recognizer, order: Order, share = 1): PicturesInside | null {
  const { language, layout, signal, onProgress } = order;
  // Words that nobody has seen are covered, so those of a document that is anonymized must be known.
  const reviewed = order.pictures !== false;
  if (!reviewed && (!('purpose' in order) || order.purpose === 'restore')) return null;
  return createPicturesInside({
    ...{ recognizer, language, layout, signal, reviewed },
    forbidden: 'forbidden' in order ? order.forbidden : [],
    onProgress: (fraction) => onProgress?.(fraction * share),
  });
}
