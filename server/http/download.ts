import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import parseRange from 'range-parser';
import { AppError } from '../core/errors.ts';
import { matchesStrongly, matchesWeakly, preconditionFailed } from './entityTags.ts';
import type { ConditionalDownload, Download, WholeDownload } from './types.ts';

/**
 * Sends a file. One with a tag answers conditional requests and ranges as RFC 9110 says (13.2.2: If-Match, then If-None-Match, then Range), and is not
 * read where its content is not asked for.
 * @throws AppError PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE
 */
export async function sendDownload(response: Response, download: Download | ConditionalDownload): Promise<void> {
  if ('etag' in download && isUnchanged(response, download.etag)) {
    response.status(304).end();
    return;
  }
  const content = 'etag' in download ? partOf(response, await download.read(), download.etag) : download.body;
  // RFC 6266 with the RFC 5987 form for names outside of ISO 8859-1.
  if (download.filename !== undefined) response.attachment(download.filename);
  response.setHeader('Content-Type', download.contentType);
  if (content instanceof Readable) {
    await pipeline(content, response);
    return;
  }
  response.setHeader('Content-Length', content.byteLength);
  response.end(response.req.method === 'HEAD' ? undefined : content);
}

/** A download with a tag: its own, or the SHA-256 of its bytes. */
export function tagged(download: ConditionalDownload | WholeDownload): ConditionalDownload {
  if ('etag' in download) return download;
  const { body, ...rest } = download;
  return { ...rest, etag: hash('sha256', body, 'base64url'), read: () => Promise.resolve(body) };
}

/** Shows the tag and compares it with those of the request. */
function isUnchanged(response: Response, etag: string): boolean {
  const { req: request } = response;
  response.setHeader('ETag', `"${etag}"`);
  response.setHeader('Accept-Ranges', 'bytes');
  const ifMatch = request.get('if-match');
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag)) throw preconditionFailed(etag);
  const ifNoneMatch = request.get('if-none-match');
  return ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag);
}

/** One range of bytes: from a place, or the last ones. */
const BYTE_RANGE = /^(?:(\d{1,15})-(\d{1,15})?|-\d{1,15})$/;
const UNIT = /^bytes=/i;
/** More in one request has no use. */
const MOST_RANGES = 100;

/** RFC 9110, 14.1.2: the parser skips what does not fit instead of refusing the list, and so it does ranges that end before they begin. */
function isListOfRanges(header: string): boolean {
  const ranges = header.replace(UNIT, '').split(',', MOST_RANGES + 1);
  return (
    UNIT.test(header) &&
    ranges.length <= MOST_RANGES &&
    ranges.every((range) => {
      const parts = BYTE_RANGE.exec(range.trim());
      return parts !== null && (parts[2] === undefined || Number(parts[1]) <= Number(parts[2]));
    })
  );
}

/** The last bytes of a file that has fewer are all of them (RFC 9110, 14.1.2); the parser takes such a range for one that is not there. */
const withinSize = (header: string, size: number): string =>
  header.replace(
    /([=,][ \t]*)-(\d+)/g,
    (_, before: string, length: string) => `${before}-${Math.min(Number(length), size)}`,
  );

/** The range that was asked for; all of it where none was, where it is for another state (If-Range), or where the ranges leave gaps. */
function partOf(response: Response, content: Uint8Array, etag: string): Uint8Array {
  const { req: request } = response;
  const ifRange = request.get('if-range');
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== `"${etag}"`)) return content;
  const size = content.byteLength;
  const header = request.get('range') ?? '';
  // What is no valid list of ranges is passed over, and so are other units than bytes (RFC 9110, 14.2).
  if (!isListOfRanges(header)) return content;
  const ranges = parseRange(size, withinSize(header, size), { combine: true });
  if (ranges === -2) return content;
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${String(size)}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', 'The file has no such range.', { details: { sizeBytes: size } });
  }
  const [range] = ranges;
  if (ranges.length !== 1 || range === undefined) return content;
  response.status(206);
  response.setHeader('Content-Range', `bytes ${String(range.start)}-${String(range.end)}/${String(size)}`);
  return content.subarray(range.start, range.end + 1);
}
