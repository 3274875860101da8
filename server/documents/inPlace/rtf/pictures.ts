import { pictureKind } from '../pictures/pictureKind.ts';
import type { RtfToken } from './tokens.ts';

/** A picture of pixels in RTF. UTF-16 offsets into the source. */
export interface RtfPicture {
  readonly bytes: Uint8Array;
  /** Where its bytes stand, as hexadecimal digits or behind `\bin`. */
  readonly start: number;
  readonly end: number;
}

/** Collects what stands in a group `\pict`. */
export interface PictureCollector {
  word(token: RtfToken): void;
  digits(token: RtfToken): void;
  /** A group inside of the picture. */
  group(): void;
  /** null: a drawing, or one that cannot be looked into. */
  finish(): RtfPicture | null;
}

/** Words for pictures in formats of their own; others are drawings and bitmaps of Windows (Rich Text Format 1.9.1, "Pictures"). */
const BLIP = /^(?:png|jpeg)blip$/;

export function createPictureCollector(source: string): PictureCollector {
  const parts: Buffer[] = [];
  let isBlip = false;
  let start = -1;
  let end = -1;
  let isBroken = false;
  /** A digit whose byte is not complete. */
  let half = '';
  const take = (token: RtfToken, bytes: Buffer) => {
    if (start < 0) start = token.start;
    end = token.end;
    parts.push(bytes);
  };
  // The bytes are the last that stands in a picture.
  const other = () => {
    if (start >= 0) isBroken = true;
  };
  return {
    word(token) {
      if (token.name === 'bin') {
        take(token, Buffer.from(source.slice(token.end - (token.value ?? 0), token.end), 'latin1'));
        return;
      }
      if (BLIP.test(token.name)) isBlip = true;
      other();
    },
    digits(token) {
      const text = source.slice(token.start, token.end);
      const digits = half + text.replace(/\s+/g, '');
      if (digits === half) return;
      if (/[^0-9a-fA-F]/.test(digits)) isBroken = true;
      half = digits.slice(digits.length & ~1);
      take(token, Buffer.from(digits.slice(0, digits.length & ~1), 'hex'));
    },
    group: other,
    finish() {
      if (!isBlip || isBroken || start < 0) return null;
      const bytes = Buffer.concat(parts);
      return pictureKind(bytes) === null ? null : { bytes, start, end };
    },
  };
}

const LINE_DIGITS = 128;

/** The bytes of a picture as they stand in RTF. */
export const pictureDigits = (bytes: Uint8Array): string => {
  const digits = Buffer.from(bytes).toString('hex');
  const lines: string[] = [];
  for (let at = 0; at < digits.length; at += LINE_DIGITS) lines.push(digits.slice(at, at + LINE_DIGITS));
  // Line breaks are none of the digits; the first ends the control word before them.
  return `\n${lines.join('\n')}`;
};

/** RTF without the bytes of pictures: in their digits short values occur by chance. */
export function withoutPictures(source: string, pictures: readonly RtfPicture[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of pictures) {
    parts.push(source.slice(at, start));
    at = end;
  }
  return parts.join('') + source.slice(at);
}
