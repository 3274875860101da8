import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { anonymize, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { pdf } from '../../../../test/fixtures/documents/hostileFiles.ts';
import { fontFile } from '../../write/fonts.ts';
import { openFormat } from '../formats.ts';
import { fontPrograms, programBytes } from './fontPrograms.ts';
import { parseDocument } from './syntax/document.ts';

const format = await openFormat('pdf');
const NAME = 'Kordula Zwiebelfisch';
const OTHER = 'Ein Blatt mit genug Text, damit es als lesbar gilt.';
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** A notice in the `name` table of DejaVu Sans. */
const NOTICE = utf16('Copyright (c) 2003 by Bitstream');

const ttf = await readFile(fontFile('body'));
function trueTypeOf(name: string): Buffer {
  const bytes = Buffer.from(ttf);
  const at = bytes.indexOf(NOTICE);
  expect(at).toBeGreaterThan(0);
  utf16(name).copy(bytes, at);
  return bytes;
}

/** A page in a font with that program. */
function documentWith(key: string, program: Buffer, subtype: string): Uint8Array {
  const content = `BT /F 10 Tf 50 700 Td (${OTHER} ${NAME}) Tj ET`;
  const head = `<< /Length ${String(program.length)} ${subtype} >>\nstream\n`;
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype ${key === 'FontFile2' ? '/TrueType' : '/Type1'} /BaseFont /KordulaZwiebelfisch-Hand /FirstChar 32 /LastChar 126 /Widths [${'600 '.repeat(95)}] /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>`,
    `<< /Type /FontDescriptor /FontName /KordulaZwiebelfisch-Hand /Flags 32 /FontBBox [0 -200 1000 900] /${key} 7 0 R >>`,
    Buffer.concat([Buffer.from(head), program, Buffer.from('\nendstream')]),
  ]);
}

function programIn(bytes: Uint8Array): Buffer {
  const document = parseDocument(bytes);
  const programs = [...fontPrograms(document).values()];
  // The first one is that of the page; the other is that of the labels.
  return Buffer.from(programBytes(document, programs[0]!)!);
}

describe('embedded font programs', () => {
  it.each([
    ['TrueType', 'FontFile2', trueTypeOf(NAME), '/Length1 1'],
    [
      'CFF',
      'FontFile3',
      Buffer.from('\x01\0\x04\x01\0\x01\x01\x01\x19KordulaZwiebelfisch-Hand', 'latin1'),
      '/Subtype /Type1C',
    ],
    [
      'Type 1',
      'FontFile',
      Buffer.from('%!PS-AdobeFont-1.0: Hand\n/FullName (Kordula Zwiebelfisch) def\n'),
      '/Length1 60',
    ],
  ])('of %s lose the name of a person', async (_what, key, program, subtype) => {
    const bytes = documentWith(key, program, subtype);
    const result = await anonymize(format, bytes, [NAME]);
    const written = programIn(result.bytes);
    expect(written.length).toBe(program.length);
    for (const form of ['Kordula', 'Zwiebelfisch'].flatMap((word) => [Buffer.from(word), utf16(word)]))
      expect(written.includes(form)).toBe(false);
    expect(Buffer.from(result.bytes).toString('latin1')).not.toMatch(/Kordula|Zwiebelfisch/);
    expect(result.cleaned).toContainEqual({ kind: 'properties', count: 1 });
    expect(await readText(format, result.bytes)).toBe(`${OTHER} [[person-00000000]]`);
  });

  it('stay as they are where no name stands in them', async () => {
    const bytes = documentWith('FontFile2', trueTypeOf('Copyright'), '/Length1 1');
    const result = await anonymize(format, bytes, [NAME, 'Sans', '20032003']);
    expect(programIn(result.bytes).equals(trueTypeOf('Copyright'))).toBe(true);
  });
});
