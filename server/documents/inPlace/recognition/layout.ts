import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { LANGUAGES } from '../../../contract/common.ts';
import { documentError } from '../../failures.ts';
import type { RecognizedPicture } from './types.ts';

/** Recognized pictures by a key of the format's own: the page, or the page and the picture on it. */
export type RecognizedPictures = ReadonlyMap<string, RecognizedPicture>;

const UNPACKED_BYTES = 256 * 1024 * 1024;

const box = z.object({ left: z.number(), right: z.number(), top: z.number(), bottom: z.number() });
const word = z.object({
  ...box.shape,
  text: z.string(),
  softHyphen: z.boolean(),
  letters: box,
  confidence: z.number(),
});
const picture = z.object({
  words: z.array(word),
  toPicture: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
  confidence: z.number(),
  language: z.enum(LANGUAGES),
});
const stored = z.array(z.tuple([z.string(), picture]));

/** Packs recognized words for `RewriteRequest.layout`. */
export function packLayout(pictures: RecognizedPictures): Uint8Array {
  return new Uint8Array(deflateRawSync(Buffer.from(JSON.stringify([...pictures]))));
}

/** Throws AppError UNREADABLE_FILE for bytes that `packLayout` did not make. */
export function unpackLayout(bytes: Uint8Array): RecognizedPictures {
  try {
    return new Map(stored.parse(JSON.parse(inflateRawSync(bytes, { maxOutputLength: UNPACKED_BYTES }).toString())));
  } catch {
    // Neither parser's message may go on: both quote the text.
    throw documentError('UNREADABLE_FILE');
  }
}
