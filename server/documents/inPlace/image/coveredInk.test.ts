import { afterAll, expect, it } from 'vitest';
import { readableLetters, type Holder } from '../../../../test/helpers/readableLetters.ts';
import type { PageLook } from '../../../../test/helpers/valuePages.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';

const recognizer = createRecognizer({ threads: 1 });
afterAll(() => recognizer.close());

/** The short form of test/soak/coveredInk.test.ts. */
it.each<PageLook>([
  { font: 'Times-Roman', size: 12, dpi: 300, tilt: 0, noise: 0, jpeg: false },
  { font: 'Helvetica', size: 11, dpi: 200, tilt: 1.4, noise: 10, jpeg: true },
  { font: 'DejaVu', size: 10, dpi: 250, tilt: -2.6, noise: 0, jpeg: false },
  { font: 'Helvetica', size: 11, dpi: 300, tilt: 0.6, noise: 6, jpeg: true, table: true },
])('no letter of a found value can be read ($font, $dpi dpi, $tilt°)', async (look) => {
  const { found, readable } = await readableLetters(recognizer, look, 1);
  expect(found).toBeGreaterThan(15);
  expect(readable).toEqual([]);
});

it.each<Holder>(['scan', 'picture in PDF', 'picture in DOCX'])('nor in a %s', async (holder) => {
  const look: PageLook = { font: 'Times-Roman', size: 11, dpi: 200, tilt: 0.8, noise: 4, jpeg: true };
  const { found, readable } = await readableLetters(recognizer, look, 3, holder);
  expect(found).toBeGreaterThan(15);
  expect(readable).toEqual([]);
});
