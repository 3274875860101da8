import { describe, expect, it } from 'vitest';
import { anonymize, leftovers, readText, restore } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { openFormat } from '../formats.ts';

const VALUE = 'Ekkehard Lindwurm';
const MAIN = 'application/vnd.openxmlformats-officedocument';
const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A workbook that holds the value in its table of strings alone. */
const book = officePackage(
  { 'xl/workbook.xml': `${MAIN}.spreadsheetml.sheet.main+xml` },
  {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${S} xmlns:r="${OFFICE}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'strings.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet ${S}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    'xl/strings.xml': `<sst ${S}><si><t>${VALUE}</t></si></sst>`,
  },
);
const letterWith = (embedded: Uint8Array): Uint8Array =>
  officePackage(
    { 'word/document.xml': `${MAIN}.wordprocessingml.document.main+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
      'word/document.xml': `<w:document ${W}><w:body><w:p><w:r><w:t>Anbei</w:t></w:r></w:p></w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(['package', 'embeddings/inner.bin']),
      'word/embeddings/inner.bin': embedded,
    },
  );

describe('a workbook inside a document', () => {
  it.each([
    ['in it', letterWith(book)],
    ['in a document that is in it', letterWith(letterWith(book))],
  ])('gets its strings back (%s)', async (_where, letter) => {
    const docx = await openFormat('docx');
    const text = await readText(docx, letter);
    expect(text).toContain(VALUE);
    const { bytes } = await anonymize(docx, letter, [VALUE]);
    expect(leftovers(bytes, [VALUE])).toEqual([]);
    expect(await readText(docx, await restore(docx, bytes, [VALUE]))).toBe(text);
  });
});
