import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allParts,
  anonymize,
  fixture,
  leftovers,
  partText,
  PLAIN,
  readText,
  replacementsOf,
  restore,
  spliced,
  throughLibreOffice,
  withParts,
} from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { convertAllWithOffice, hasOffice } from '../../../../test/helpers/office.ts';
import { openFormat } from '../formats.ts';

const odt = await openFormat('odt');
const ods = await openFormat('ods');
const odp = await openFormat('odp');
const letter = fixture('odt/letter.odt');
const sheet = fixture('ods/sheet.ods');
const slides = fixture('odp/slides.odp');
const signal = new AbortController().signal;

const LETTER = [
  'Quentin Moosgruber',
  'Rosalinde Eichkorn',
  'Hildegund Sandmeier',
  '0171 5550199',
  'Ottfried Blumenschein',
  'Tassilo Grauwinkel',
  'quentin.moosgruber@example.org',
  'Adelgunde Fassbinder',
  'Benedikt Rotfuchs',
  'Moosweg 17\n80999 Beispielstadt',
  'Müllerhaus',
  'Moosgruber',
  'DE02120300000000202051',
  'Korbinian Tiefenbach',
];
const SHEET = [
  'Quentin Moosgruber',
  '24.05.1979',
  '01.12.1985',
  '491715550199',
  'Ottfried Blumenschein',
  'Rosalinde Eichkorn',
  'Benedikt Rotfuchs',
  'Korbinian Tiefenbach',
  'Walburga Kern',
  'Tassilo Grauwinkel',
  'Hildegund Sandmeier',
  'Adelgunde Fassbinder',
  'Hermine Adlerhorst',
  'benedikt.rotfuchs@example.org',
  'Moosgruber',
];
const SLIDES = [
  'Quentin Moosgruber',
  'quentin.moosgruber@example.org',
  'Tassilo Grauwinkel',
  'Adelgunde Fassbinder',
  'Benedikt Rotfuchs',
  'Ottfried Blumenschein',
  'Rosalinde Eichkorn',
  'Korbinian Tiefenbach',
];
const CLEANED = [
  'Leopold',
  'Verfasserin',
  'Gerlinde',
  'Revisorin',
  'Waldtraud',
  'Kernbeisser',
  'Schluesselwort',
  '1979-05-24',
  '1985-12-01',
];

const FILES = [
  { name: 'odt', module: 'writer', format: odt, bytes: letter, values: LETTER },
  { name: 'ods', module: 'calc', format: ods, bytes: sheet, values: SHEET },
  { name: 'odp', module: 'impress', format: odp, bytes: slides, values: SLIDES },
] as const;

describe.each(FILES)('$name in place', ({ format, bytes, values }) => {
  it('reads every channel', async () => {
    const text = await readText(format, bytes);
    for (const value of values) expect(text).toContain(value);
  });

  it('leaves no planted value in any part', async () => {
    const result = await anonymize(format, bytes, values);
    expect(leftovers(result.bytes, [...values, ...CLEANED])).toEqual([]);
    const names = [...allParts(result.bytes).keys()];
    expect(names[0]).toBe('mimetype');
    expect(names.filter((part) => /Thumbnails|\.rdf|\.svm/.test(part))).toEqual([]);
  });

  it('puts the values back', async () => {
    const { bytes: anonymized } = await anonymize(format, bytes, values);
    const before = await readText(format, bytes);
    const deleted = before.indexOf('\ngeloeschter Name');
    expect(await readText(format, await restore(format, anonymized, values))).toBe(
      deleted < 0 ? before : before.slice(0, deleted),
    );
  });

  it('refuses other types, encrypted files and entities', async () => {
    const other = withParts(bytes, { mimetype: 'application/vnd.oasis.opendocument.graphics' });
    await expect(format.read(other, { signal })).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    const manifest = partText(bytes, 'META-INF/manifest.xml').replace(
      '</manifest:manifest>',
      '<manifest:file-entry manifest:full-path="x"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    );
    const locked = withParts(bytes, { 'META-INF/manifest.xml': manifest });
    await expect(format.read(locked, { signal })).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
    const entities = withParts(bytes, { 'content.xml': '<!DOCTYPE d [<!ENTITY e "x">]><d>&e;</d>' });
    await expect(format.read(entities, { signal })).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('OpenDocument in LibreOffice', () => {
  const files = FILES.filter(({ module }) => hasOffice(module));

  it.skipIf(files.length === 0)(
    'opens (skipped where LibreOffice is not installed)',
    async () => {
      const outputs = await Promise.all(
        files.map(async ({ name, format, bytes, values }) => ({
          name: `out-${name}.${name}`,
          bytes: (await anonymize(format, bytes, values)).bytes,
        })),
      );
      const pdfs = await convertAllWithOffice(outputs, 'pdf');
      expect(pdfs.map((pdf) => pdf.subarray(0, 4).toString())).toEqual(files.map(() => '%PDF'));
    },
    120_000,
  );
});

describe('details of OpenDocument', () => {
  it('collapses white space as programs do', async () => {
    const content = partText(letter, 'content.xml').replace(
      'Ende.',
      '\n  Ende\n   gut <text:s text:c="2"/>alles\u00AD <text:span> gut</text:span>',
    );
    const text = await readText(odt, withParts(letter, { 'content.xml': content }));
    expect(text).toContain('\nEnde gut   alles gut\n');
  });

  it('writes any text in any place of a paragraph', async () => {
    const text = await readText(odt, letter);
    const from = text.indexOf('Anschrift');
    const length = text.indexOf('\n', text.indexOf('80999')) - from;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(length - 2),
        fc.nat(12),
        fc.stringMatching(/^[A-Za-zäöü<&"]{0,6}( {0,3}|\t|\n)[A-Z>']{1,4}$/),
        async (start, size, inserted) => {
          const replacements = [
            { start: from + start, end: from + Math.min(start + size + 1, length), text: inserted.trimStart() },
          ];
          const { bytes } = await odt.rewrite(letter, { replacements, forbidden: [], purpose: 'restore', signal });
          expect(await readText(odt, bytes)).toBe(spliced(text, replacements));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('renames sheets and ranges in formulas', async () => {
    const { bytes } = await anonymize(ods, sheet, SHEET);
    const content = partText(bytes, 'content.xml');
    expect(content).toContain("['Akte {{person-00000007}}'.A1]".replaceAll("'", '&apos;'));
    expect(content).toContain('table:name="__person_00000014___Gehalt"');
  });

  it.skipIf(!hasOffice('writer'))(
    'shows the expected text in LibreOffice (skipped where LibreOffice is not installed)',
    async () => {
      const values = LETTER.filter((value) => !value.includes('\n'));
      const { bytes } = await anonymize(odt, letter, values);
      const shown = await throughLibreOffice([letter, bytes], 'odt', PLAIN);
      const [before, after] = shown.map((text) => text.toString('utf8').replaceAll('\u00AD', ''));
      const expected = before!.replace('geloeschter Name Waldtraud Kernbeisser', '');
      expect(after).toBe(spliced(expected, replacementsOf(expected, values)));
    },
    120_000,
  );
});
