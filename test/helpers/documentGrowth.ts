import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { AppError } from '../../server/core/errors.ts';
import { openFormat } from '../../server/documents/inPlace/formats.ts';
import type { DocumentFormat } from '../../server/documents/types.ts';
import type { Measured } from './growth.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/documents');
/** What a hostile document may be answered with. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['UNREADABLE_FILE', 'TEXT_REQUIRED', 'TEXT_TOO_LARGE', 'ZIP_RATIO_SUSPICIOUS', 'PASSWORD_PROTECTED'],
]);

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
const CELL = 30_000;

/** A package whose part has a text in the place of what a pattern finds. Stored: what is packed too well is refused. */
function inPackage(
  file: string,
  part: string,
  place: RegExp,
  write: (text: string) => string,
): (text: string) => Uint8Array {
  const parts = unzipSync(readFileSync(join(FIXTURES, file)));
  const xml = new TextDecoder().decode(parts[part]);
  if (!place.test(xml)) throw new Error(`${part} of ${file} has no such place`);
  return (text) => zipSync({ ...parts, [part]: utf8(xml.replace(place, () => write(escaped(text)))) }, { level: 0 });
}

function rows(text: string): string {
  const cells = (text.match(new RegExp(`[^]{1,${String(CELL)}}`, 'g')) ?? []).map(
    (cell, at) =>
      `<row r="${String(at + 1)}"><c r="A${String(at + 1)}" t="inlineStr"><is><t>${cell}</t></is></c></row>`,
  );
  return `<sheetData>${cells.join('')}</sheetData>`;
}

const mail = (head: string, body: string): Uint8Array =>
  utf8(`From: a@example.org\r\nMessage-ID: <a@b>\r\n${head}\r\n\r\n${body}`);

/** Files with a hostile text in each place that is read in its own way. Pages of PDF files are recognized where they hold no words, which takes seconds for each. */
const FILES: readonly (readonly [name: string, format: DocumentFormat, make: (text: string) => Uint8Array])[] = [
  ['text', 'txt', utf8],
  ['HTML, its words', 'html', (text) => utf8(`<html><body><p>${escaped(text)}</p></body></html>`)],
  ['HTML, its markup', 'html', (text) => utf8(`<html><body><p title="${text}">${text}</body></html>`)],
  ['HTML, its style', 'html', (text) => utf8(`<html><style>${text}</style><body style="${text}">a</body></html>`)],
  ['RTF, its words', 'rtf', (text) => utf8(`{\\rtf1\\ansi ${text.replace(/[\\{}]/g, '\\$&')}}`)],
  ['RTF, its markup', 'rtf', (text) => utf8(`{\\rtf1\\ansi ${text}}`)],
  ['mail, its words', 'eml', (text) => mail('Subject: a', text)],
  [
    'mail, its header',
    'eml',
    (text) => mail(`Subject: ${text.replace(/[\r\n]+/g, '\r\n ')}\r\nTo: ${text.replace(/[\r\n]+/g, '\r\n ')}`, 'a'),
  ],
  ['mail, its page', 'eml', (text) => mail('Content-Type: text/html; charset=utf-8', `<p>${text}</p>`)],
  [
    'Word',
    'docx',
    inPackage(
      'docx/letter.docx',
      'word/document.xml',
      /<w:t(?: [^>]*)?>[^<]*<\/w:t>/,
      (text) => `<w:t xml:space="preserve">${text}</w:t>`,
    ),
  ],
  ['Excel', 'xlsx', inPackage('xlsx/sheet.xlsx', 'xl/worksheets/sheet1.xml', /<sheetData>[^]*<\/sheetData>/, rows)],
  [
    'PowerPoint',
    'pptx',
    inPackage('pptx/slides.pptx', 'ppt/slides/slide1.xml', /<a:t>[^<]*<\/a:t>/, (text) => `<a:t>${text}</a:t>`),
  ],
  [
    'OpenDocument',
    'odt',
    inPackage('odt/letter.odt', 'content.xml', /(?<=<text:(?:p|h)[^>]*>)[^<]+(?=<)/, (text) => text),
  ],
];

/** Reading a document of each text format, as the threads that read documents do. */
export const READING: readonly (readonly [name: string, work: Measured])[] = FILES.map(([name, format, make]) => [
  name,
  async (text) => {
    const opened = await openFormat(format);
    const { signal } = new AbortController();
    await opened.read(make(text), { pictures: false, signal }).catch((error: unknown) => {
      if (!(error instanceof AppError) || !REFUSED.has(error.code)) throw error;
    });
  },
]);
