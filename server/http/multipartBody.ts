import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { RequestBody } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import type { BodyRoom } from './bodyRoom.ts';
import { createByteBuffer } from './byteBuffer.ts';
import { announcedBytes } from './requestBody.ts';
import type { UploadedFile } from './types.ts';
import { malformedBody } from './validation.ts';

type MultipartBody = Extract<RequestBody, { kind: 'multipart' }>;

/** Limits of the text fields; files have their own. */
const FIELD_BYTES = 64 * 1024;
const PATH_BYTES = 512;
const FIELDS = 20;
const FIELD_NAME_BYTES = 100;
/** Room for boundaries, part headers and text fields beside one file. */
const OVERHEAD_BYTES = FIELD_BYTES * FIELDS;
/** Boundary and headers of one more file. */
const PART_HEAD_BYTES = 8 * 1024;

export interface Form {
  readonly fields: unknown;
  /** At least one. */
  readonly files: readonly UploadedFile[];
}
export type MultipartReader = (request: Request, response: Response, signal: AbortSignal) => Promise<Form>;

/**
 * Reader for one endpoint: its files in memory and small text fields. A request that is longer than any allowed form is
 * refused by its Content-Length, or where it passes that length. It is read when there is room for it, which it keeps until it is answered.
 */
export function multipartReader(body: MultipartBody, room: BodyRoom): MultipartReader {
  const { maxFiles, maxTotalBytes } = body.several ?? { maxFiles: 1, maxTotalBytes: body.maxFileBytes };
  const maxBytes = maxTotalBytes + OVERHEAD_BYTES + (maxFiles - 1) * PART_HEAD_BYTES;
  const tooLarge = (): AppError =>
    new AppError('FILE_TOO_LARGE', 'The file is too large.', { details: { maxFileBytes: body.maxFileBytes } });

  return async (request, response, signal) => {
    if (!request.is('multipart/form-data')) throw missingFile(body);
    if (announcedBytes(request) > maxBytes) throw tooLarge();
    const giveBack = await room.take(announcedBytes(request) || maxBytes, signal);
    if (response.closed) giveBack();
    else response.once('close', giveBack);
    await new Promise<void>((resolve, reject) => {
      // The published types lack `streamHandler`.
      const options: multer.Options & { streamHandler(stream: Readable, parser: Writable): void } = {
        storage: memoryStorage(maxFiles === 1 ? announcedBytes(request) : 0),
        defParamCharset: 'utf8',
        limits: {
          files: maxFiles,
          fileSize: body.maxFileBytes,
          fields: FIELDS,
          // Many files may be told by their paths in one field.
          fieldSize: Math.max(FIELD_BYTES, maxFiles * PATH_BYTES),
          fieldNameSize: FIELD_NAME_BYTES,
          fieldNestingDepth: 0,
        },
        streamHandler: (stream, parser) => {
          const meter = byteMeter(maxBytes, () => {
            stream.unpipe(meter);
            reject(tooLarge());
          });
          stream.pipe(meter).pipe(parser);
        },
      };
      multer(options).array(body.fileField)(request, response, (error?: unknown) => {
        if (error === undefined || error === null) resolve();
        else if (isTooLarge(error)) reject(tooLarge());
        else if (isOtherField(error, body.fileField)) reject(missingFile(body));
        else if (body.several !== undefined && isTooMany(error)) reject(tooManyFiles(maxFiles));
        else reject(malformedBody('The form is not valid multipart/form-data.'));
      });
    });
    // The published type also covers forms with several file fields.
    const files = (request.files ?? []) as readonly Express.Multer.File[];
    if (files.length === 0) throw missingFile(body);
    return {
      // What a form leaves empty it does not say.
      fields: Object.fromEntries(Object.entries(request.body as object).filter(([, value]) => value !== '')),
      files: files.map(({ originalname, buffer }) => ({ name: originalname, bytes: buffer })),
    };
  };
}

/** Files in memory, like multer's own storage, which however joins all pieces of a file once more at its end. */
function memoryStorage(expectedBytes: number): multer.StorageEngine {
  return {
    _handleFile(_request, { stream }, done) {
      const buffer = createByteBuffer(expectedBytes);
      stream
        .on('data', (piece: Buffer) => buffer.add(piece))
        .once('error', (error) => done(error))
        .once('end', () => done(null, { buffer: buffer.bytes(), size: buffer.size }));
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

function missingFile(body: MultipartBody): AppError {
  return new AppError(
    'FILE_MISSING',
    `A file is required, as field "${body.fileField}" of a multipart/form-data body.`,
  );
}

function isTooLarge(error: unknown): boolean {
  return error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE';
}

function isTooMany(error: unknown): boolean {
  return error instanceof multer.MulterError && error.code === 'LIMIT_FILE_COUNT';
}

/** The answer to more files than an endpoint takes at once. */
function tooManyFiles(maxFiles: number): AppError {
  return new AppError('TOO_MANY_FILES', 'There are too many files.', { details: { maxFiles } });
}

/** The form carries its file under another name than the endpoint's. */
function isOtherField(error: unknown, fileField: string): boolean {
  return error instanceof multer.MulterError && error.code === 'LIMIT_UNEXPECTED_FILE' && error.field !== fileField;
}

/** Passes bytes through and calls `onExceeded` once, instead of passing on, when there are more than `maxBytes`. */
function byteMeter(maxBytes: number, onExceeded: () => void): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      seen += chunk.length;
      if (seen <= maxBytes) done(null, chunk);
      else onExceeded();
    },
  });
}
