import { AppError } from '../../core/errors.ts';
import type { InPlaceFormat, RewriteRequest, RewriteResult } from './types.ts';

/**
 * Rewrites a document as it was read: also one whose text comes from a version that left pictures in office documents out. All words in such pictures are
 * covered then, because nobody has seen them.
 * @throws AppError see `InPlaceFormat.rewrite`
 */
export async function rewriteAsRead(
  format: InPlaceFormat,
  bytes: Uint8Array,
  request: RewriteRequest,
): Promise<RewriteResult> {
  try {
    return await format.rewrite(bytes, request);
  } catch (error) {
    // That version kept no recognized words for such documents.
    const mayBeOlder = request.expectedText !== undefined && request.layout === undefined;
    if (!mayBeOlder || !(error instanceof AppError) || error.code !== 'NOT_EXPORTABLE') throw error;
    return await format.rewrite(bytes, { ...request, pictures: false });
  }
}
