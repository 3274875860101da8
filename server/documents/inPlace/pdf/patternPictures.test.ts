import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, leftovers } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { pdf } from '../../../../test/fixtures/documents/hostileFiles.ts';
import { openFormat } from '../formats.ts';
import { packLayout } from '../recognition/layout.ts';
import {
  anonymizePlanted,
  IBAN,
  language,
  NAME,
  VALUES,
  WORDS,
} from '../../../../test/fixtures/documents/pictures/planted.ts';

const format = await openFormat('pdf');
const { signal } = new AbortController();
const letter = Buffer.from(unzipSync(fixture('pictures/pictures.docx'))['word/media/image1.jpeg']!);
const { width, height } = await sharp(letter).metadata();
const FILLER = 'Ein Blatt mit genug Text, damit es als lesbar gilt.';

/** What an older version may have recognized elsewhere. */
const OTHER_PICTURE = {
  ...{ words: [], confidence: 0, language: 'de' as const },
  toPicture: [1, 0, 0, 1, 0, 0] as const,
};

const stream = (content: Buffer, dict: string) =>
  Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${String(content.length)} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** A page with a letter as the pattern of a shape: upside down in its cell, and turned round by the pattern. */
function patterned(): Uint8Array {
  const content = `BT /F 10 Tf 50 800 Td (${FILLER}) Tj ET /Pattern cs /P scn 50 400 ${String(width / 2)} ${String(height / 2)} re f`;
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /Pattern << /P 6 0 R >> >> >>',
    stream(Buffer.from(content), ''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    stream(
      Buffer.from(`q ${String(width)} 0 0 -${String(height)} 0 ${String(height)} cm /Im Do Q`),
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${String(width)} ${String(height)}] /XStep ${String(width)} /YStep ${String(height)}
       /Matrix [0.5 0 0 -0.5 50 ${String(400 + height / 2)}] /Resources << /XObject << /Im 7 0 R >> >>`,
    ),
    stream(
      letter,
      `/Type /XObject /Subtype /Image /Width ${String(width)} /Height ${String(height)} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
  ]);
}

describe('pictures in patterns', { timeout: 120_000 }, () => {
  const bytes = patterned();

  it('are read, and become grey where a value stands in them', async () => {
    const { before, result } = await anonymizePlanted(format, bytes);
    expect(before.text).toContain(NAME);
    expect(before.text).toContain(IBAN);
    expect(before.places.at(-1)).toMatchObject({ part: { kind: 'picture' } });
    expect(result.cleaned).toContainEqual({ kind: 'image_text', count: 1 });
    expect(leftovers(result.bytes, VALUES)).toEqual([]);
    expect(Buffer.from(result.bytes).includes('DCTDecode')).toBe(false);
    const after = await format.read(result.bytes, { signal, language });
    expect(after.text).toBe(FILLER);
    expect(after.text).not.toMatch(WORDS);
  });

  it('stay where no value does', async () => {
    const { result } = await anonymizePlanted(format, bytes, { replacements: [], forbidden: [] });
    expect([result.cleaned, result.removed].flat().map(({ kind }) => kind)).not.toContain('image_text');
    expect((await format.read(result.bytes, { signal, language })).text).toContain(IBAN);
  });

  it('become grey where nobody can tell what a cell shows', async () => {
    const unreadable = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /Pattern << /P 6 0 R >> >> >>',
      stream(Buffer.from(`BT /F 10 Tf 50 800 Td (${FILLER}) Tj ET /Pattern cs /P scn 50 400 90 90 re f`), ''),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      stream(
        Buffer.from('['.repeat(10_000)),
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << >>',
      ),
    ]);
    const { before, result } = await anonymizePlanted(format, unreadable);
    expect(before.text).toBe(FILLER);
    expect(result.removed).toContainEqual({ kind: 'image_text', count: 1 });
    expect(leftovers(unreadable, ['[[[['])).not.toEqual([]);
    expect(leftovers(result.bytes, ['[[[['])).toEqual([]);
  });

  it('become grey where an older version has not read them', async () => {
    const result = await format.rewrite(bytes, {
      ...{ expectedText: FILLER, replacements: [], forbidden: [], purpose: 'anonymize', signal },
      layout: packLayout(new Map([['page 7', OTHER_PICTURE]])),
    });
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
    expect(Buffer.from(result.bytes).includes('DCTDecode')).toBe(false);
  });
});
