import { describe, expect, it } from 'vitest';
import { DOCUMENT_FORMATS, DOCUMENT_TYPES } from './documentFormats.ts';
import { ALL_FORMATS, FORMATS, READABLE_ENDINGS, READABLE_FORMATS } from './formats.ts';

describe('the table of formats', () => {
  it('gives every ending to one row', () => {
    const endings = ALL_FORMATS.flatMap((row) => row.endings);
    expect(new Set(endings).size).toBe(endings.length);
    for (const ending of endings) expect(ending).toMatch(/^[a-z0-9]+$/);
  });

  it('names for every reader the row that it is called after', () => {
    for (const { reads } of READABLE_FORMATS) expect(FORMATS[reads]).toMatchObject({ reads });
    expect([...new Set(READABLE_FORMATS.map(({ reads }) => reads))].sort()).toEqual([...DOCUMENT_FORMATS].sort());
    expect(DOCUMENT_TYPES.jpeg).toEqual({ mimeType: 'image/jpeg', extension: 'jpg', pictures: 'is' });
  });

  it('has a name for people for everything that the desktop app opens', () => {
    expect(READABLE_ENDINGS).toEqual(expect.arrayContaining(['docx', 'odt', 'msg', 'csv', 'webp', 'zip']));
    for (const { label } of READABLE_FORMATS) expect(label).toMatch(/^[A-Z]/);
  });
});
