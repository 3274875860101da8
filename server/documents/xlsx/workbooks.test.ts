import { unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryLogger } from '../../../test/helpers/memoryLogger.ts';
import { convertWithOffice, hasOffice } from '../../../test/helpers/office.ts';
import { parseXml } from '../package/xml.ts';
import { createWorkbooks } from './createWorkbooks.ts';
import { findObstacles } from './obstacles.ts';
import { columnName, writeWorkbook } from './writeWorkbook.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const plain = () =>
  writeWorkbook({
    sheets: [
      {
        name: 'Zahlen',
        rows: [['Name', 'Betrag'], ['Müller & "Söhne" <GmbH>', 1234.5], [null, true], ['=SUM(B2:B2)']],
      },
      { name: 'Leer', rows: [] },
    ],
  });

/** A workbook with one part changed or added. */
function changed(part: string, change: (xml: string) => string): Uint8Array {
  const files = unzipSync(plain());
  return zipSync({ ...files, [part]: encode(change(decode(files[part]))) });
}

describe('a workbook from values', () => {
  it('names columns as spreadsheet programs do', () => {
    expect([0, 25, 26, 51, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
  });

  it('keeps every text exactly, also what XML cannot hold', () => {
    const texts = fc.array(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, (values) => {
        const files = unzipSync(writeWorkbook({ sheets: [{ name: 'A', rows: [values.map((text) => `'${text}`)] }] }));
        const read: string[] = [];
        parseXml(decode(files['xl/worksheets/sheet1.xml']), {
          open(tag) {
            if (tag.local === 't') read.push('');
          },
          text(text) {
            if (read.length > 0) read.push(`${read.pop()!}${text}`);
          },
        });
        // ST_Xstring: _xHHHH_ stands for the character.
        const unescaped = read.map((text) =>
          text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
        );
        expect(unescaped).toEqual(values.map((text) => `'${text}`));
      }),
    );
  });

  it.skipIf(!hasOffice('calc'))(
    'says the same to LibreOffice, which computes its formulas',
    async () => {
      const csv = await convertWithOffice({ name: 'zahlen.xlsx', bytes: plain() }, 'csv');
      // The encoding of its CSV is that of Windows.
      expect(csv.toString('latin1').trim().split('\n')).toEqual([
        'Name,Betrag',
        '"Müller & ""Söhne"" <GmbH>",1234.5',
        ',TRUE',
        '1234.5,',
      ]);
    },
    120_000,
  );
});

describe('what a workbook would lose', () => {
  it('is nothing for one that was written here', async () => {
    expect(await findObstacles(plain())).toEqual([]);
  });

  const sheet = 'xl/worksheets/sheet1.xml';
  const after = (xml: string) => (source: string) => source.replace('</sheetData>', `</sheetData>${xml}`);
  it.each([
    ['mergedCells', changed(sheet, after('<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'))],
    ['hyperlinks', changed(sheet, after('<hyperlinks/>'))],
    ['dataValidations', changed(sheet, after('<dataValidations count="0"/>'))],
    ['otherContent', changed(sheet, after('<somethingNew/>'))],
    ['formats', changed(sheet, (xml) => xml.replace('<c r="A1"', '<c s="1" r="A1"'))],
    ['formats', changed(sheet, (xml) => xml.replace('<row r="1"', '<row hidden="1" r="1"'))],
    ['formats', changed(sheet, (xml) => xml.replace('<f>', '<f t="array" ref="A4">'))],
    ['hiddenSheets', changed('xl/workbook.xml', (xml) => xml.replace('<sheet ', '<sheet state="hidden" '))],
    ['definedNames', changed('xl/workbook.xml', (xml) => xml.replace('<calcPr', '<definedNames/><calcPr'))],
    ['charts', changed('xl/charts/chart1.xml', () => '<c/>')],
    ['drawings', changed('xl/drawings/drawing1.xml', () => '<c/>')],
    ['comments', changed('xl/comments1.xml', () => '<c/>')],
    ['pivotTables', changed('xl/pivotTables/pivotTable1.xml', () => '<c/>')],
    ['macros', changed('xl/vbaProject.bin', () => '')],
    ['otherContent', changed('customXml/item1.xml', () => '<c/>')],
    ['foreign', changed('docProps/app.xml', (xml) => xml.replace('Deckname', 'Microsoft Excel'))],
  ])('names %s', async (reason, bytes) => {
    expect(await findObstacles(bytes)).toEqual([reason]);
  });

  it('counts a workbook without properties as foreign', async () => {
    const { ['docProps/app.xml']: properties, ...rest } = unzipSync(plain());
    expect(properties).toBeDefined();
    expect(await findObstacles(zipSync(rest))).toEqual(['foreign']);
  });

  it.skipIf(!hasOffice('calc'))(
    'is known after another program has saved the workbook',
    async () => {
      const saved = await convertWithOffice({ name: 'zahlen.xlsx', bytes: plain() }, 'xlsx');
      expect(await findObstacles(saved)).toContain('foreign');
    },
    120_000,
  );
});

it('works in threads', async () => {
  const workbooks = createWorkbooks({ threads: 1, logger: memoryLogger() });
  onTestFinished(() => workbooks.close());
  const bytes = await workbooks.write({ sheets: [{ name: 'A', rows: [[1]] }] });
  expect(await workbooks.obstacles(bytes)).toEqual([]);
  await expect(workbooks.obstacles(encode('no zip'))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  const long = Array.from({ length: 3_000 }, () => ['x'.repeat(30_000)]);
  await expect(workbooks.write({ sheets: [{ name: 'A', rows: long }] })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
  });
});
