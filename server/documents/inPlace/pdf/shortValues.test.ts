import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { anonymize, readText, replacementsOf, spliced } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

/** One line of text at a place, without compression of anything but the font's own. */
async function pageWith(texts: readonly (readonly [text: string, y: number])[]): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', font: 'Helvetica' });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
  });
  for (const [text, y] of texts) pdf.fontSize(12).text(text, 72, y, { lineBreak: false });
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

describe('placeholders that are much longer than what they stand for', () => {
  it.each([['Eva sagt es weiter'], ['Das sagt Eva allen anderen'], ['Das haben wir von Eva, Ute und Kim gehört']])(
    'stay where they belong: %s',
    async (sentence) => {
      const values = ['Eva', 'Ute', 'Kim'];
      const pdf = await openFormat('pdf');
      const bytes = await pageWith([
        ['Eine Zeile davor, die länger ist als die anderen', 100],
        [sentence, 116],
        ['und eine Zeile danach, die bis zum Rand geht', 132],
      ]);
      const text = await readText(pdf, bytes);
      const anonymized = await anonymize(pdf, bytes, values);
      expect(await readText(pdf, anonymized.bytes)).toBe(spliced(text, replacementsOf(text, values)));
    },
  );
});
