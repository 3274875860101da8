import type { InPlacePicture } from '../image/pictureFile.ts';

const SIGNATURES: readonly (readonly [kind: InPlacePicture, signature: RegExp])[] = Object.freeze([
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  ['bmp', /^BM/],
] as const);
const LONGEST = 12;

/** The format of a picture of pixels by its first bytes, whatever its name says; null for everything else. */
export function pictureKind(bytes: Uint8Array): InPlacePicture | null {
  const head = Buffer.from(bytes.subarray(0, LONGEST)).toString('latin1');
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? null;
}
