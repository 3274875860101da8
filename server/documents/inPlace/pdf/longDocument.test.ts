import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { loadPdfium } from '../../pdf/pdfium.ts';
import { openFormat } from '../formats.ts';
import { normalized, readModel } from './model.ts';

const { signal } = new AbortController();
const NO_RECOGNIZER = { recognize: () => Promise.reject(new TypeError()), close: () => Promise.resolve() };

/** A PDF of empty pages (ISO 32000-2, annex H.2). */
function emptyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${String(index + 3)} 0 R`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${String(count)}/MediaBox[0 0 100 100]/Kids[${kids.join(' ')}]>>`,
    ...kids.map(() => '<</Type/Page/Parent 2 0 R>>'),
  ];
  const body = objects.map((object, index) => `${String(index + 1)} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`);
}

describe('a PDF that is too long', () => {
  it('is refused by its number of pages', async () => {
    const pdf = await openFormat('pdf');
    await expect(pdf.read(emptyPages(DOCUMENT_LIMITS.pages + 1), { signal })).rejects.toMatchObject({
      code: 'TEXT_TOO_LARGE',
      message: 'The file has 5,001 pages; at most 5,000 are read at a time. Split it and try again.',
      details: { pages: 5_001 },
    });
  });

  it('is refused by its text, with the page on which it becomes too much', async () => {
    const pdfium = await loadPdfium();
    const letter = await readFile(new URL('../../../../resources/samples/fr-contrat.pdf', import.meta.url));
    const options = { signal, recognized: new Map(), most: 100 };
    await expect(readModel(pdfium, normalized(pdfium, letter), NO_RECOGNIZER, options)).rejects.toMatchObject({
      code: 'TEXT_TOO_LARGE',
      message: expect.stringMatching(/the first 1 of its \d+ pages have more than 5,000,000 characters/) as string,
    });
  });
});
