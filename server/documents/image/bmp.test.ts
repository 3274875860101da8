import { describe, expect, it } from 'vitest';
import { decodeBmp } from './bmp.ts';

interface Parts {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly between?: readonly number[];
  readonly data: readonly number[];
}

/** A bitmap with a BITMAPINFOHEADER; `between` is what stands before the pixels: masks or palette. */
function bmp({ width, height, bits, compression = 0, between = [], data }: Parts): Uint8Array {
  const bytes = Buffer.alloc(54 + between.length + data.length);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(54 + between.length, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(bits, 28);
  bytes.writeUInt32LE(compression, 30);
  bytes.writeInt32LE(11_811, 38);
  bytes.set(between, 54);
  bytes.set(data, 54 + between.length);
  return bytes;
}
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
const RED = [255, 0, 0];
/** Blue, green, red, unused. */
const PALETTE = [0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0];

describe('decodeBmp', () => {
  it.each<[string, Parts, readonly (readonly number[])[]]>([
    [
      '1 bit, bottom row first',
      { width: 2, height: 2, bits: 1, between: PALETTE, data: [0b10000000, 0, 0, 0, 0b01000000, 0, 0, 0] },
      [BLACK, WHITE, WHITE, BLACK],
    ],
    [
      '4 bits, top row first',
      { width: 2, height: -2, bits: 4, between: PALETTE, data: [0x12, 0, 0, 0, 0x01, 0, 0, 0] },
      [WHITE, RED, BLACK, WHITE],
    ],
    ['8 bits', { width: 2, height: 1, bits: 8, between: PALETTE, data: [2, 1, 0, 0] }, [RED, WHITE]],
    ['16 bits', { width: 1, height: 1, bits: 16, data: [0x00, 0x7c, 0, 0] }, [RED]],
    ['24 bits', { width: 1, height: 1, bits: 24, data: [0, 0, 255, 0] }, [RED]],
    [
      '32 bits with masks',
      {
        width: 1,
        height: 1,
        bits: 32,
        compression: 3,
        between: [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0],
        data: [255, 0, 0, 0],
      },
      [RED],
    ],
    [
      'run-length, 8 bits',
      {
        width: 3,
        height: 2,
        bits: 8,
        compression: 1,
        between: PALETTE,
        data: [2, 1, 1, 2, 0, 0, 0, 3, 2, 1, 2, 0, 0, 1],
      },
      [RED, WHITE, RED, WHITE, WHITE, RED],
    ],
    [
      'run-length, 4 bits',
      { width: 3, height: 1, bits: 4, compression: 2, between: PALETTE, data: [3, 0x12, 0, 1] },
      [WHITE, RED, WHITE],
    ],
  ])('%s', (_what, parts, pixels) => {
    const image = decodeBmp(bmp(parts));
    expect(image).toMatchObject({ width: parts.width, height: Math.abs(parts.height) });
    expect(Math.round(image.dpi!)).toBe(300);
    expect([...image.pixels]).toEqual(pixels.flat());
  });

  it.each<[string, Uint8Array]>([
    ['missing pixels', bmp({ width: 4, height: 4, bits: 24, data: [0, 0, 0] })],
    ['an unknown compression', bmp({ width: 1, height: 1, bits: 24, compression: 4, data: [0, 0, 0, 0] })],
    ['no width', bmp({ width: 0, height: 1, bits: 24, data: [0, 0, 0, 0] })],
    [
      'an endless run-length stream',
      bmp({ width: 4, height: 4, bits: 8, compression: 1, between: PALETTE, data: [1] }),
    ],
    ['only the signature', new Uint8Array([0x42, 0x4d])],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeBmp(bytes)).toThrow(expect.objectContaining({ code: 'UNREADABLE_FILE' }));
  });
});
