import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { anonymize, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { pdf } from '../../../../test/fixtures/documents/hostileFiles.ts';
import { fontFile } from '../../write/fonts.ts';
import { openFormat } from '../formats.ts';

const NAME = 'Kordula Zwiebelfisch';

describe('text that cannot be followed', () => {
  it('goes as a whole: of a name nothing is left where a font tells no widths', { timeout: 60_000 }, async () => {
    const program = await readFile(fontFile('body'));
    const content = `BT /F 10 Tf 50 700 Td (Ein Blatt mit genug Text, damit es als lesbar gilt. ${NAME}) Tj ET`;
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /TrueType /BaseFont /Hand /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /Hand /Flags 32 /FontBBox [0 -200 1000 900] /FontFile2 7 0 R >>',
      Buffer.concat([
        Buffer.from(`<< /Length ${String(program.length)} /Length1 ${String(program.length)} >>\nstream\n`),
        program,
        Buffer.from('\nendstream'),
      ]),
    ]);
    const format = await openFormat('pdf');
    const text = await readText(format, (await anonymize(format, bytes, [NAME])).bytes);
    expect(text).not.toMatch(/Kord|fisch/);
    expect(text).toContain('als lesbar gilt.');
    expect(text).toContain('[[person-00000000]]');
  });
});
