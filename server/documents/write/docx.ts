import { AlignmentType, Document, Footer, Packer, PageNumber, Paragraph, ShadingType, TextRun } from 'docx';
import { unzipSync, zipSync } from 'fflate';
import type { Language } from '../../contract/common.ts';
import type { ExportRequest } from '../types.ts';
import { linesOf, type Span } from './content.ts';

const BODY_PART = 'word/document.xml';
const PLACEHOLDER_STYLE = 'Placeholder';
const PROMPT_STYLE = 'Instructions';
/** Stands where the text comes; no text of a document can hold it because it is searched in the frame alone. */
const MARKER = 'deckname-body';
const LOCALES = Object.freeze({
  de: 'de-DE',
  en: 'en-GB',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
}) satisfies Record<Language, string>;

/** Characters XML 1.0 (2.2) forbids, lone surrogates included; shown as the replacement character so that nobody overlooks them. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Writes a text as a Word document: one paragraph per line, tabs kept, a form feed as a page break, placeholders in a character style of their own,
 * page numbers, language, no name of a person in the properties. The docx library builds the frame; the paragraphs are written into it as one string,
 * because its tree of objects takes gigabytes for a long text.
 */
export async function writeDocx(request: ExportRequest): Promise<Uint8Array> {
  const frame = unzipSync(await Packer.pack(frameOf(request), 'uint8array'));
  const xml = new TextDecoder().decode(frame[BODY_PART]);
  const marker = new RegExp(`<w:p>(?:(?!</w:p>)[^])*${MARKER}[^]*?</w:p>`).exec(xml);
  if (marker === null) throw new Error('the frame of the document has no place for the text');
  const [before, after] = [xml.slice(0, marker.index), xml.slice(marker.index + marker[0].length)];
  const body = new TextEncoder().encode(before + bodyOf(request) + after);
  return zipSync({ ...frame, [BODY_PART]: body }, { level: 6 });
}

function frameOf({ title, language }: ExportRequest): Document {
  const value = LOCALES[language];
  return new Document({
    title: safe(title),
    creator: '',
    lastModifiedBy: '',
    features: { updateFields: false },
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: 22, language: { value } },
          paragraph: { spacing: { after: 0, line: 276 } },
        },
        title: { run: { size: 30, bold: true }, paragraph: { spacing: { after: 240 } } },
      },
      paragraphStyles: [
        {
          id: PROMPT_STYLE,
          name: PROMPT_STYLE,
          basedOn: 'Normal',
          run: { size: 18, color: '5A5A5A' },
          paragraph: { spacing: { after: 0, line: 252 } },
        },
      ],
      characterStyles: [
        {
          id: PLACEHOLDER_STYLE,
          name: PLACEHOLDER_STYLE,
          run: {
            font: 'Consolas',
            color: '1B3F73',
            shading: { type: ShadingType.CLEAR, fill: 'E6EEF8' },
            noProof: true,
          },
        },
      ],
    },
    sections: [
      {
        footers: { default: new Footer({ children: [pageNumber()] }) },
        children: [
          ...(title === '' ? [] : [new Paragraph({ text: safe(title), style: 'Title' })]),
          new Paragraph(MARKER),
        ],
      },
    ],
  });
}

function pageNumber(): Paragraph {
  return new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT] })],
  });
}

function bodyOf({ text, prompt }: ExportRequest): string {
  const parts: string[] = [];
  if (prompt !== null) {
    for (const { spans } of linesOf(prompt)) parts.push(paragraphXml(spans, { style: PROMPT_STYLE }));
    parts.push(RULE_PARAGRAPH);
  }
  for (const { spans, newPage } of linesOf(text)) parts.push(paragraphXml(spans, { newPage }));
  return parts.join('');
}

const RULE_PARAGRAPH =
  '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="B8B8B8"/></w:pBdr><w:spacing w:after="200"/></w:pPr></w:p>';

/** ECMA-376 part 1, 17.3.1.22 and 17.3.2.25. */
function paragraphXml(
  spans: readonly Span[],
  { style, newPage = false }: { style?: string; newPage?: boolean },
): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  const pageBreak = newPage ? '<w:r><w:br w:type="page"/></w:r>' : '';
  return `<w:p>${properties}${spans.map(runXml).join('')}${pageBreak}</w:p>`;
}

function runXml({ text, placeholder }: Span): string {
  const properties = placeholder ? `<w:rPr><w:rStyle w:val="${PLACEHOLDER_STYLE}"/></w:rPr>` : '';
  const content = safe(text)
    .split('\t')
    .map((piece) => (piece === '' ? '' : `<w:t xml:space="preserve">${escaped(piece)}</w:t>`))
    .join('<w:tab/>');
  return `<w:r>${properties}${content}</w:r>`;
}

function safe(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
