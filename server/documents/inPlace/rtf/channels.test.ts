import { describe, expect, it } from 'vitest';
import { anonymize } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const rtf = await openFormat('rtf');
const HEAD = String.raw`{\rtf1\ansi{\fonttbl{\f0\froman Times New Roman;}{\f1 Wolkenstein Handschrift;}}`;

describe('tables of RTF', () => {
  it('renames a font that is named after nobody else', async () => {
    const source = String.raw`${HEAD}\f1 Frau Kasimira Wolkenstein\par}`;
    const { bytes } = await anonymize(rtf, Buffer.from(source), ['Wolkenstein']);
    expect(Buffer.from(bytes).toString()).toBe(
      String.raw`{\rtf1\ansi{\fonttbl{\f0\froman Times New Roman;}{\f1 [[person-00000000]] Handschrift;}}\f1 Frau Kasimira {[[person-00000000]]}\par}`,
    );
  });

  it('takes no font for a person of the same name', async () => {
    const { bytes } = await anonymize(rtf, Buffer.from(`${HEAD}Lieber Roman\\par}`), ['Roman']);
    const result = Buffer.from(bytes).toString();
    expect(result).toContain('Times New Roman;');
    expect(result).not.toContain('Lieber Roman');
  });
});
