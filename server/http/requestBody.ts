import type { Request } from 'express';
import type { AppError } from '../core/errors.ts';
import { createByteBuffer } from './byteBuffer.ts';
import { malformedBody } from './validation.ts';

/** RFC 9112, 6.3: a request has a body when one of the two headers says so. */
export function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || announcedBytes(request) > 0;
}

/** Length that the header announces, in bytes; 0 when it says nothing. */
export function announcedBytes(request: Request): number {
  return Number(request.get('content-length') ?? 0);
}

/** Collects the body and stops reading where it passes `maxBytes`. */
export function readBytes(request: Request, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const buffer = createByteBuffer(Math.min(announcedBytes(request), maxBytes));
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      if (buffer.size + chunk.length <= maxBytes) buffer.add(chunk);
      else {
        request.pause();
        settle(() => reject(tooLarge()));
      }
    };
    const onEnd = (): void => settle(() => resolve(buffer.bytes()));
    const onBroken = (): void => settle(() => reject(malformedBody('The body is incomplete.')));
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
