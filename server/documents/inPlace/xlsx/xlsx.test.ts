import { describe, expect, it } from 'vitest';
import {
  allParts,
  anonymize,
  fixture,
  leftovers,
  partText,
  readText,
  replacementsOf,
  restore,
  spliced,
  TABLE,
  throughLibreOffice,
} from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { hasOffice } from '../../../../test/helpers/office.ts';
import { openFormat } from '../formats.ts';
import { richXlsx, RICH_VALUES } from '../../../../test/fixtures/documents/xlsx/richWorkbook.ts';

const xlsx = await openFormat('xlsx');
const sheet = fixture('xlsx/sheet.xlsx');
const VALUES = [
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
const CLEANED = ['Leopold', 'Verfasserin', 'Gerlinde', 'Revisorin', '28999', '31382'];
const signal = new AbortController().signal;

describe('xlsx in place', () => {
  it('reads cells as people see them, and all texts around them', async () => {
    const { text, places } = await xlsx.read(sheet, { signal });
    expect(text).toContain('Quentin Moosgruber\t24.05.1979\t491715550199\t3200\tOttfried Blumenschein');
    expect(text).toContain('Herr Benedikt Rotfuchs & Söhne\t01.12.1985');
    for (const value of VALUES) expect(text).toContain(value);
    expect(places[0]?.part).toEqual({ kind: 'sheet', number: 1 });
  });

  it('leaves no planted value in any part', async () => {
    const result = await anonymize(xlsx, sheet, VALUES);
    expect(leftovers(result.bytes, [...VALUES, ...CLEANED])).toEqual([]);
    const first = partText(result.bytes, 'xl/worksheets/sheet1.xml');
    expect(first).toContain("'Akte {{person-00000007}}'!A1");
    expect(first).toContain('t="inlineStr"><is><t xml:space="preserve">[[person-00000001]]</t></is>');
    expect(first).toContain('SUM(D2:D3)');
    expect(partText(result.bytes, 'xl/workbook.xml')).toContain('name="Akte {{person-00000007}}"');
    expect(partText(result.bytes, 'xl/workbook.xml')).toContain('name="__person_00000014___Gehalt"');
    expect(partText(result.bytes, 'xl/sharedStrings.xml')).toMatch(
      /<b val="true"\/>.{0,90}<t xml:space="preserve">\[\[person-00000006\]\]/,
    );
  });

  it('puts values back: texts, numbers, dates, names of sheets', async () => {
    const anonymized = await anonymize(xlsx, sheet, VALUES);
    const restored = await restore(xlsx, anonymized.bytes, VALUES);
    expect(await readText(xlsx, restored)).toBe(await readText(xlsx, sheet));
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/workbook.xml', 'xl/sharedStrings.xml']) {
      expect(normalized(partText(restored, name))).toBe(normalized(partText(sheet, name)));
    }
  });

  it('covers tables, pivot tables, modern comments, charts, links to other files and leftovers', async () => {
    const rich = richXlsx();
    const text = await readText(xlsx, rich);
    for (const value of RICH_VALUES.inText) expect(text).toContain(value);
    const { bytes } = await anonymize(xlsx, rich, RICH_VALUES.inText);
    expect(leftovers(bytes, [...RICH_VALUES.inText, ...RICH_VALUES.cleaned])).toEqual([]);
    const names = [...allParts(bytes).keys()];
    for (const name of RICH_VALUES.removedParts) expect(names).not.toContain(name);
    // The name of the column and all that refers to it follow the header cell.
    expect(partText(bytes, 'xl/tables/table1.xml')).toContain('name="[[person-00000000]]"');
    expect(partText(bytes, 'xl/worksheets/sheet1.xml')).toContain("[#This Row],['['[person-00000000']']]]");
    // A formula that holds the date in itself is gone, one that takes it from cells stays.
    expect(partText(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('DATE(');
    expect(partText(bytes, 'xl/charts/chart1.xml')).toContain("'Fall {{person-00000006}}'!$A$1");
    expect(partText(bytes, 'xl/pivotCache/pivotCacheDefinition1.xml')).toContain('sheet="Fall {{person-00000006}}"');
    expect(partText(bytes, 'xl/worksheets/sheet1.xml')).toContain("<xm:f>'Fall {{person-00000006}}'!A1:B1</xm:f>");
    expect(await readText(xlsx, await restore(xlsx, bytes, RICH_VALUES.inText))).toBe(text);
  });

  it('gives a cell its own string when only one of several cells with it is replaced', async () => {
    const text = await readText(xlsx, sheet);
    const start = text.lastIndexOf('Quentin Moosgruber');
    const replacements = [{ start, end: start + 18, text: 'X' }];
    const { bytes } = await xlsx.rewrite(sheet, { replacements, forbidden: [], purpose: 'restore', signal });
    expect(await readText(xlsx, bytes)).toBe(spliced(text, replacements));
  });

  it.skipIf(!hasOffice('calc'))(
    'opens in LibreOffice with the expected cells (skipped where LibreOffice Calc is not installed)',
    async () => {
      const { bytes } = await anonymize(xlsx, sheet, VALUES);
      const shown = await throughLibreOffice([sheet, bytes], 'xlsx', TABLE);
      const [before, after] = shown.map((table) => table.toString('utf8'));
      // Comma-separated values have dates in the order of the program's own language.
      const expected = before!.replace(/(\d\d)\/(\d\d)\/(\d{4})/g, '$2.$1.$3');
      expect(after).toBe(spliced(expected, replacementsOf(expected, VALUES)));
    },
    120_000,
  );
});

/** Quotes and spaces of attributes and texts can be written in several ways. */
const normalized = (xml: string): string =>
  xml
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&#10;', '\n')
    .replaceAll(' xml:space="preserve"', '')
    .replaceAll(' t="n"', '');
