import { beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '../../../test/fixtures/documents/hostileFiles.ts';
import { withForm } from './annotations.ts';
import { readPage, type PageReading } from './page.ts';
import { loadPdfium, withDocument, type Pdfium } from './pdfium.ts';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const content = (operators: string) => `<< /Length ${operators.length} >>\nstream\n${operators}\nendstream`;

/** A page of 400 by 400 points with the given operators and annotations. */
const onePage = (operators: string, annotations = '', page = '') =>
  pdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F 10 Tf 0 g) >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${annotations}] ${page} >>`,
    content(operators),
    FONT,
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Feldwert von Hanna Moll) /Rect [50 200 300 220] /F 4 >>',
    '<< /Type /Annot /Subtype /Text /Contents (Notiz zu Ralf Stern) /Rect [10 10 30 30] >>',
    '<< /Type /Annot /Subtype /FreeText /Contents (Freitext von Uta Berg) /DA (/Helv 10 Tf 0 g) /Rect [50 100 300 130] /F 4 >>',
  ]);
const show = (text: string, x: number, y: number) => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET `;

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});
const read = (bytes: Uint8Array): PageReading =>
  withDocument(pdfium, bytes, (document) => withForm(pdfium, document, (form) => readPage(pdfium, document, form, 0)));

describe('readPage', () => {
  it('reads fields, notes and text annotations, each once', () => {
    const { text, notes } = read(onePage(show('Ein Formular mit Feldern', 50, 350), '6 0 R 7 0 R 8 0 R'));
    const all = [text, ...notes].join('\n');
    for (const part of [
      'Ein Formular mit Feldern',
      'Feldwert von Hanna Moll',
      'Notiz zu Ralf Stern',
      'Freitext von Uta Berg',
    ]) {
      expect(all.split(part)).toHaveLength(2);
    }
  });

  it('orders text by its place, not by the order in the file', () => {
    const operators = show('zweite Zeile des Textes', 50, 338) + show('erste Zeile des Textes', 50, 350);
    expect(read(onePage(operators))).toEqual({
      text: 'erste Zeile des Textes\nzweite Zeile des Textes',
      notes: [],
      recognize: false,
    });
  });

  it.each([90, 180, 270])('reads a page turned by %i degrees', (degrees) => {
    const operators = show('eine ganz gerade Zeile', 50, 350) + show('und noch eine zweite', 50, 338);
    expect(read(onePage(operators, '', `/Rotate ${degrees}`)).text).toBe(
      'eine ganz gerade Zeile\nund noch eine zweite',
    );
  });

  it('reads text that runs up the page', () => {
    const operators =
      'BT /F 10 Tf 0 1 -1 0 100 50 Tm (Text am Rand des Blattes) Tj 0 -12 Td (und seine zweite Zeile) Tj ET';
    expect(read(onePage(operators)).text).toBe('Text am Rand des Blattes\nund seine zweite Zeile');
  });

  it('asks for recognition where words are drawn as lines', () => {
    expect(read(onePage('0 0 m 100 100 l S 5 5 m 9 9 l S')).recognize).toBe(true);
  });

  it('takes an empty page for empty', () => {
    expect(read(onePage(''))).toEqual({ text: '', notes: [], recognize: false });
  });
});
