import { describe, expect, it } from 'vitest';
import { anonymize, readText, restore } from '../../../../test/fixtures/documents/inPlace/checks.ts';
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

  it('renames a style whose given name has a value in it', async () => {
    const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1\fs36 Heading 1;}{\s15\sbasedon0 Heading;}}`;
    const source = String.raw`{\rtf1\ansi${styles}\pard\s1 Frau Heading\par}`;
    const { bytes } = await anonymize(rtf, Buffer.from(source), ['Heading']);
    expect(Buffer.from(bytes).toString()).not.toContain('Heading');
    expect(await readText(rtf, await restore(rtf, bytes, ['Heading']))).toBe('Frau Heading');
  });

  it('takes no font for a person of the same name', async () => {
    const { bytes } = await anonymize(rtf, Buffer.from(`${HEAD}Lieber Roman\\par}`), ['Roman']);
    const result = Buffer.from(bytes).toString();
    expect(result).toContain('Times New Roman;');
    expect(result).not.toContain('Lieber Roman');
  });
});
