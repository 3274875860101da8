import { AppError } from '../core/errors.ts';

/** One entity tag: weak ones carry W/ (RFC 9110, 8.8.3). */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Whether the value of If-Match names this strong tag (RFC 9110, 13.1.1): weak ones match nothing. */
export function matchesStrongly(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).includes(`"${etag}"`);
}

/** Whether the value of If-None-Match names this tag (RFC 9110, 13.1.2): weak or strong makes no difference. */
export function matchesWeakly(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === `"${etag}"`);
}

/** Refuses a request that was made for another state of what it is about. */
export const preconditionFailed = (etag: string | null): AppError =>
  new AppError('PRECONDITION_FAILED', 'The content is not the one that If-Match names.', {
    ...(etag !== null && { details: { etag: `"${etag}"` } }),
  });

/** Checks the tag of a content, null for none, against the If-Match of the request that is to write it. */
export type ContentPrecondition = (etag: string | null) => void;

/**
 * The precondition in the headers of a request; undefined without If-Match.
 * @throws AppError PRECONDITION_FAILED, from the function that is returned
 */
export function preconditionOf(header: (name: string) => string | undefined): ContentPrecondition | undefined {
  const ifMatch = header('if-match');
  if (ifMatch === undefined) return undefined;
  return (etag) => {
    if (etag === null || !matchesStrongly(ifMatch, etag)) throw preconditionFailed(etag);
  };
}

function tagsOf(header: string): readonly string[] {
  return header.match(TAG) ?? [];
}
