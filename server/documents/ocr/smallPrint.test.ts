import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage } from '../pdf/draw.ts';
import { loadPdfium, withDocument } from '../pdf/pdfium.ts';
import { apply } from '../layout/matrix.ts';
import type { GrayPage } from '../image/graymap.ts';
import { createEmbeddedEngine } from './embeddedEngine.ts';
import type { Engine } from './engine.ts';
import { recognizePage } from './recognizePage.ts';
import { unreadRows } from './unread.ts';

const BODY = 'In der Sache Brandstätter gegen Obermeier bestätigen wir den Termin und bitten um Kenntnisnahme. ';
const SMALL_PRINT =
  'Kanzlei Wohlgemuth, Lindenstraße 14, 50674 Köln, Telefon 0221 5550173, IBAN DE89 3704 0044 0532 0130 00, Notarin Wiebke Aschenbrenner';
const SMALL_PRINT_TOP_POINTS = 760;

/** A letter at 300 dpi as a scanner sees it: greyish, with noise; the same every time. */
async function scannedLetter(bodyPoints: number, smallPoints: number): Promise<GrayPage> {
  const chunks: Buffer[] = [];
  const pdf = new PDFDocument({ size: 'A4', margin: 56 });
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.font('Helvetica').fontSize(bodyPoints).text(BODY.repeat(5));
  pdf.fontSize(smallPoints).text(SMALL_PRINT, 56, SMALL_PRINT_TOP_POINTS, { width: 480 });
  pdf.end();
  await ended;
  const pdfium = await loadPdfium();
  const page = withDocument(pdfium, Buffer.concat(chunks), (document) => drawPage(pdfium, document, 0));
  let state = 1;
  for (let at = 0; at < page.pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    page.pixels[at] = 0.86 * page.pixels[at]! + 5 + 28 * (state / 2 ** 32);
  }
  return page;
}

describe('small print', () => {
  let engine: Engine;
  beforeAll(() => (engine = createEmbeddedEngine()));
  afterAll(() => engine.close());

  it.each([
    [18, 5.5],
    [11, 5],
  ])('is read below a letter of %i points: %f points', async (bodyPoints, smallPoints) => {
    const page = await scannedLetter(bodyPoints, smallPoints);
    const { text, words, toPage } = await recognizePage(engine, page, 'de', () => Promise.reject(new Error('unused')));
    const line = text.replaceAll(/\s+/g, ' ');
    for (const value of [
      'Wohlgemuth',
      '50674 Köln',
      '0221 5550173',
      'DE89 3704 0044 0532 0130 00',
      'Wiebke Aschenbrenner',
    ])
      expect(line).toContain(value);
    const { letters } = words.find((word) => word.text.startsWith('Wohlgemuth'))!;
    const [left, top] = apply(toPage, letters.left, letters.top);
    expect((left * 72) / page.dpi).toBeGreaterThan(56);
    expect((top * 72) / page.dpi).toBeGreaterThan(SMALL_PRINT_TOP_POINTS - 1);
    expect((top * 72) / page.dpi).toBeLessThan(SMALL_PRINT_TOP_POINTS + 2 * smallPoints);
  });
});

describe('unreadRows', () => {
  const [WIDTH, HEIGHT] = [900, 600];
  const box = (left: number, top: number, width: number, height: number) => ({
    ...{ left, top, right: left + width, bottom: top + height },
  });
  const pageWith = (...boxes: ReturnType<typeof box>[]): GrayPage => {
    const pixels = new Uint8Array(WIDTH * HEIGHT).fill(245);
    for (const { left, top, right, bottom } of boxes)
      for (let row = top; row < bottom; row += 1) pixels.fill(30, row * WIDTH + left, row * WIDTH + right);
    return { pixels, width: WIDTH, height: HEIGHT, dpi: 300 };
  };
  /** Ten strokes of letters 20 pixels high. */
  const word = (left: number, top: number) => Array.from({ length: 10 }, (_, i) => box(left + 8 * i, top, 3, 20));

  it('are those outside of the boxes of words', () => {
    const page = pageWith(...word(100, 100), ...word(100, 400), ...word(600, 500));
    expect(unreadRows(page, [box(95, 95, 100, 30)])).toEqual({ from: 376, to: 544 });
    expect(unreadRows(page, [box(95, 95, 100, 30), box(95, 395, 100, 30)])).toEqual({ from: 476, to: 544 });
  });

  it('are none where all is read, and none for the lines of a table, single marks and blank pages', () => {
    expect(unreadRows(pageWith(...word(100, 100)), [box(95, 95, 100, 30)])).toBeNull();
    const columns = Array.from({ length: 12 }, (_, i) => box(50 + 60 * i, 50, 3, 500));
    expect(unreadRows(pageWith(...columns, box(50, 300, 700, 3)), [])).toBeNull();
    expect(unreadRows(pageWith(...word(100, 100).slice(0, 4)), [])).toBeNull();
    expect(unreadRows(pageWith(), [])).toBeNull();
  });
});
