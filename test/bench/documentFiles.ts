import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { zipSync, type Zippable } from 'fflate';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { drawPage } from '../../server/documents/pdf/draw.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { writeDocx } from '../../server/documents/write/docx.ts';
import { writePdf } from '../../server/documents/write/pdf.ts';
import { writeWorkbook } from '../../server/documents/xlsx/writeWorkbook.ts';
import { makeLetter } from '../helpers/letters.ts';

/** A4 in points, and a scan of it at 300 dots per inch in pixels. */
const PAGE_POINTS = [595.28, 841.89] as const;

/** Different letters one after another. */
export function letters(language: Language, count: number): string[] {
  return Array.from({ length: count }, (_, seed) => makeLetter(language, seed).text);
}

const asExport = (text: string, language: Language) => ({ text, title: 'Bench', prompt: null, language });

export const letterPdf = (text: string, language: Language): Promise<Uint8Array> =>
  writePdf({ format: 'pdf', ...asExport(text, language) });

export const letterDocx = (text: string, language: Language): Promise<Uint8Array> =>
  writeDocx({ format: 'docx', ...asExport(text, language) });

const TOWNS = Object.freeze(['Göttingen', 'Kassel', 'Leeds', 'Lyon', 'Sevilla', 'Bologna']);

/** A workbook with a list of people, eight short cells in each row. */
export const listXlsx = (rows: number): Uint8Array =>
  writeWorkbook({
    sheets: [
      {
        name: 'Liste',
        rows: Array.from({ length: rows }, (_, row) => [
          `Kunde ${String(row)}`,
          `k${String(row)}@f${String(row % 97)}.de`,
          TOWNS[row % TOWNS.length]!,
          row,
          (row * 17) / 100,
          `=D${String(row + 1)}*2`,
          row % 2 === 0,
          row % 2 === 0 ? 'offen' : 'bezahlt',
        ]),
      },
    ],
  });

/** A PDF of pictures without a text layer: letters drawn at 300 dots per inch, in grey. A few different pages take turns, since drawing costs more than recognition is worth. */
export async function scanPdf(language: Language, pages: number, different = 5): Promise<Uint8Array> {
  const pdfium = await loadPdfium();
  const pictures = await Promise.all(
    letters(language, different).map(async (text) => {
      const pdf = await letterPdf(text, language);
      const { pixels, width, height } = withDocument(pdfium, pdf, (document) => drawPage(pdfium, document, 0));
      return sharp(pixels, { raw: { width, height, channels: 1 } })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
  const document = new PDFDocument({ size: [...PAGE_POINTS], margin: 0, autoFirstPage: false });
  const parts: Buffer[] = [];
  const done = new Promise((resolve, reject) => {
    document
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', resolve)
      .on('error', reject);
  });
  for (let page = 0; page < pages; page += 1) {
    document.addPage().image(pictures[page % different]!, 0, 0, { width: PAGE_POINTS[0], height: PAGE_POINTS[1] });
  }
  document.end();
  await done;
  return Buffer.concat(parts);
}

/** A ZIP with letters of five languages as text, PDF, Word and e-mail files by turns. */
export async function batchZip(files: number): Promise<Uint8Array> {
  const folder: Zippable = {};
  for (let seed = 0; seed < files; seed += 1) {
    const language = LANGUAGES[seed % LANGUAGES.length]!;
    const { text } = makeLetter(language, seed);
    const name = `akte-${String(Math.floor(seed / 20))}/brief-${String(seed)}`;
    if (seed % 4 === 0) folder[`${name}.txt`] = Buffer.from(text);
    else if (seed % 4 === 1) folder[`${name}.pdf`] = await letterPdf(text, language);
    else if (seed % 4 === 2) folder[`${name}.docx`] = await letterDocx(text, language);
    else folder[`${name}.eml`] = Buffer.from(mail(text));
  }
  return zipSync(folder, { level: 1 });
}

/** RFC 5322, with the text in base64 (RFC 2045). */
function mail(text: string): string {
  const body = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    'From: Kanzlei <kanzlei@deckname.example>',
    'To: Post <post@deckname.example>',
    'Subject: Akte',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n');
}
