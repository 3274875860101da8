import type { PlainWorkbook } from '../../contract/workspace/fs.ts';
import { AppError } from '../../core/errors.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { packageRelations, propertiesPart } from '../package/properties.ts';
import { escapeXml, type PackagePart, writePackage } from '../package/writePackage.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const WORKBOOK_PART = 'xl/workbook.xml';
export const STYLES_PART = 'xl/styles.xml';

/** Room for the declaration before the root element. */
const RESERVE_BYTES = 1_000;

type Sheet = PlainWorkbook['sheets'][number];
type Cell = Sheet['rows'][number][number];

/**
 * Writes values as a workbook (ECMA-376 part 1, SpreadsheetML) that spreadsheet programs open without repair: texts in place, numbers, booleans;
 * a text that begins with = is a formula, which the program computes when it opens the file. The same values always give the same bytes.
 */
export function writeWorkbook({ sheets }: PlainWorkbook): Uint8Array {
  const workbook: PackagePart = {
    name: WORKBOOK_PART,
    contentType: `${SPREADSHEET}.sheet.main+xml`,
    xml: workbookXml(sheets),
    relations: [
      ...sheets.map((_, index) => ({
        id: `rId${index + 1}`,
        type: 'officeDocument/2006/relationships/worksheet',
        target: `worksheets/sheet${index + 1}.xml`,
      })),
      { id: 'rIdStyles', type: 'officeDocument/2006/relationships/styles', target: 'styles.xml' },
    ],
  };
  return writePackage(packageRelations(WORKBOOK_PART), [
    workbook,
    { name: STYLES_PART, contentType: `${SPREADSHEET}.styles+xml`, xml: STYLES },
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      contentType: `${SPREADSHEET}.worksheet+xml`,
      xml: sheetXml(sheet),
    })),
    propertiesPart,
  ]);
}

function workbookXml(sheets: readonly Sheet[]): string {
  const entries = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  // Formulas are stored without a value, so the program has to compute them.
  return `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONSHIPS}"><sheets>${entries.join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`;
}

/** The one style that every cell has; programs expect each of these lists (18.8). */
const STYLES = [
  `<styleSheet xmlns="${NAMESPACE}">`,
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

function sheetXml({ rows }: Sheet): string {
  const xml = [`<worksheet xmlns="${NAMESPACE}"><sheetData>`];
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`)).join('');
    if (cells !== '') xml.push(`<row r="${index + 1}">${cells}</row>`);
  }
  xml.push('</sheetData></worksheet>');
  const whole = xml.join('');
  // What is larger could not be opened again here.
  if (Buffer.byteLength(whole) > DOCUMENT_LIMITS.xmlPartBytes - RESERVE_BYTES) {
    throw new AppError('FILE_TOO_LARGE', 'A worksheet of the workbook is too large.');
  }
  return whole;
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell.length > 1 && cell.startsWith('=')) return `<c r="${at}"><f>${escapeXml(escapeText(cell.slice(1)))}</f></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeText(cell))}</t></is></c>`;
}

/** ST_Xstring (22.9.2.19): characters that XML cannot hold, or does not keep, as `_xHHHH_`, and what looks like that already. */
const ESCAPED = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
function escapeText(text: string): string {
  return text.replace(
    ESCAPED,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

const LETTERS = 26;
const CODE_OF_A = 65;

/** Letters of a column: 0 is A, 25 Z, 26 AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(CODE_OF_A + (index % LETTERS));
  return index < LETTERS ? letter : columnName(Math.floor(index / LETTERS) - 1) + letter;
}
