import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor, toPage } from './paging.ts';

const key = z.tuple([z.iso.datetime(), z.uuid()]);
const position = ['2026-11-21T14:00:00.000Z', '0d9a6a3e-6d8b-4f0c-8f5e-0e5b8a1c2d3e'] as const;

describe('cursors', () => {
  it('come back as they were', () => {
    expect(decodeCursor(encodeCursor(position), key)).toEqual(position);
    expect(encodeCursor(position)).toMatch(/^[\w-]+$/);
    expect(decodeCursor(undefined, key)).toBeNull();
  });

  it.each(['', 'x', '%%%', encodeCursor([1]), encodeCursor(['a', 'b']), Buffer.from('{}').toString('base64url')])(
    'are refused when they are foreign: %s',
    (cursor) => {
      expect(() => decodeCursor(cursor, key)).toThrow(expect.objectContaining({ code: 'INVALID_QUERY' }));
    },
  );
});

describe('toPage', () => {
  const rows = [1, 2, 3];
  it('gives a cursor only when there are more rows', () => {
    expect(toPage(rows, 3, (n) => [n])).toEqual({ items: rows, cursor: null });
    expect(toPage(rows, 2, (n) => [n])).toEqual({ items: [1, 2], cursor: encodeCursor([2]) });
    expect(toPage([], 2, (n: number) => [n])).toEqual({ items: [], cursor: null });
  });
});
