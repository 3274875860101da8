import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { anonymize, readText, replacementsOf, spliced } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const LEFT = 72;
const SIZE = 12;

/** A page with lines at their places; what follows a line is set by itself, so many points behind its end. */
async function pageWith(
  lines: readonly (readonly [text: string, y: number, after?: readonly [text: string, gap: number]])[],
): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', font: 'Helvetica' }).fontSize(SIZE);
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
  });
  for (const [text, y, after] of lines) {
    pdf.text(text, LEFT, y, { lineBreak: false });
    if (after !== undefined) pdf.text(after[0], LEFT + pdf.widthOfString(text) + after[1], y, { lineBreak: false });
  }
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

  it.each([
    ['touches the value', 0],
    ['is kerned under its last letter', -0.09 * SIZE],
  ])('keep the comma that %s', async (_how, gap) => {
    const pdf = await openFormat('pdf');
    const bytes = await pageWith([['Das sagt Evelyn', 100, [', die immer alles weiß', gap]]]);
    expect(await readText(pdf, bytes)).toBe('Das sagt Evelyn, die immer alles weiß');
    const anonymized = await anonymize(pdf, bytes, ['Evelyn']);
    expect(await readText(pdf, anonymized.bytes)).toBe('Das sagt [[person-00000000]], die immer alles weiß');
  });
});
