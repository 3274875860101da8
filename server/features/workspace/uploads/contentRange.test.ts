import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContentRange } from './contentRange.ts';

describe('a Content-Range header', () => {
  it.each([
    ['bytes 0-0/1', { start: 0, end: 1, total: 1 }],
    ['bytes 0-8388607/52428800', { start: 0, end: 8_388_608, total: 52_428_800 }],
    ['Bytes  5-9/10 ', { start: 5, end: 10, total: 10 }],
    ['bytes */0', { start: 0, end: 0, total: 0 }],
  ])('is read: %s', (header, range) => {
    expect(parseContentRange(header)).toEqual(range);
  });

  it.each([
    '',
    'bytes',
    'bytes 0-9',
    'bytes 0-9/*',
    'bytes */10',
    'bytes 9-0/10',
    'bytes 0-10/10',
    'bytes -5/10',
    'bytes 0--1/0',
    'bytes=0-9/10',
    'items 0-9/10',
    'bytes 0x0-9/10',
    'bytes 0-9/10, 20-29/40',
    'bytes 0-9999999999999999/99999999999999999',
    'bytes １-９/10',
  ])('is refused: %s', (header) => {
    expect(parseContentRange(header)).toBeNull();
  });

  it('lies within its total, whatever it says', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (start, last, total) => {
        const range = parseContentRange(`bytes ${String(start)}-${String(last)}/${String(total)}`);
        expect(range === null).toBe(start > last || last >= total);
      }),
    );
  });
});
