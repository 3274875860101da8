import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { ExportRequest } from '../types.ts';
import { breakLines, type LineMeasure, type PlacedText } from './breakLines.ts';
import { linesOf, type TextLine } from './content.ts';
import { FONT_NAMES, fontFile, prepareFont, type DocumentFont, type FontName } from './fonts.ts';

/** A4 in points, with margins of 2.2 cm. */
const PAGE = Object.freeze({ width: 595.28, height: 841.89, margin: 62, footer: 34 });
const INK = '#1a1a1a';
const QUIET = '#5a5a5a';
const PLACEHOLDER_BACK = '#e6eef8';
const PLACEHOLDER_INK = '#1b3f73';
const RULE = '#b8b8b8';
const TAB_WIDTH = 42;
/** Right-to-left letters with the spaces between them: one piece, which the shaping engine turns around. */
const RIGHT_TO_LEFT = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*)/;
/** After so many lines the thread lets the streams of finished pages go out, which keeps memory flat. */
const LINES_BETWEEN_PAUSES = 400;

interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  readonly lineHeight: number;
  readonly ink: string;
  /** Element of the document's structure (ISO 32000-1, 14.8.4). */
  readonly tag: 'P' | 'H1';
}

const STYLES = Object.freeze({
  title: { font: 'bold', size: 13, lineHeight: 20, ink: INK, tag: 'H1' },
  prompt: { font: 'body', size: 8.5, lineHeight: 12.5, ink: QUIET, tag: 'P' },
  text: { font: 'body', size: 10, lineHeight: 14.5, ink: INK, tag: 'P' },
} as const) satisfies Record<string, TextStyle>;

/**
 * Writes a text as PDF: A4, embedded fonts, title, page numbers, language and structure tags for screen readers, placeholders on a tint in a fixed-width
 * font. Line breaks of the text are kept; long lines wrap. Memory grows with the size of the file that is written, not with its layout.
 */
export async function writePdf(request: ExportRequest): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: request.language,
    info: { Title: request.title, Creator: 'Deckname', Producer: 'Deckname' },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    document.on('end', () => resolve());
    document.on('error', reject);
  });
  const page = createPageWriter(document, loadFonts(document));
  if (request.title !== '') {
    page.paragraph([{ text: request.title, placeholder: false }], STYLES.title);
    page.rule();
  }
  if (request.prompt !== null) {
    await writeLines(page, linesOf(request.prompt), STYLES.prompt);
    page.rule();
  }
  await writeLines(page, linesOf(request.text), STYLES.text);
  page.end();
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

async function writeLines(page: PageWriter, lines: Iterable<TextLine>, style: TextStyle): Promise<void> {
  let count = 0;
  for (const { spans, newPage } of lines) {
    page.paragraph(spans, style);
    if (newPage) page.newPage();
    count += 1;
    if (count % LINES_BETWEEN_PAUSES === 0) await setImmediate();
  }
}

type Fonts = Readonly<Record<FontName, DocumentFont>>;

function loadFonts(document: PDFKit.PDFDocument): Fonts {
  const load = (name: FontName) => {
    document.registerFont(name, fontFile(name)).font(name);
    return prepareFont((document as unknown as { readonly _font: unknown })._font);
  };
  const [body, bold, mono] = FONT_NAMES.map(load) as [DocumentFont, DocumentFont, DocumentFont];
  return { body, bold, mono };
}

interface PageWriter {
  paragraph(spans: TextLine['spans'], style: TextStyle): void;
  rule(): void;
  newPage(): void;
  end(): void;
}

/** Keeps the place on the page; begins pages, numbers them, and marks what belongs to the structure and what is decoration. */
function createPageWriter(document: PDFKit.PDFDocument, fonts: Fonts): PageWriter {
  const root = document.struct('Document');
  document.addStructure(root);
  const lineWidth = PAGE.width - 2 * PAGE.margin;
  const bottom = PAGE.height - PAGE.margin;
  let top = bottom;
  let pages = 0;

  const show = (text: string, left: number, at: number, font: FontName, size: number, ink: string) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(ink)
      .text(text, left, at, { lineBreak: false, baseline: 'alphabetic' });
  const decorate = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const newPage = () => {
    document.addPage();
    pages += 1;
    top = PAGE.margin;
    const number = String(pages);
    const left = (PAGE.width - fonts.body.width(number, 8)) / 2;
    decorate(() => show(number, left, PAGE.height - PAGE.footer, 'body', 8, QUIET));
  };

  const placed = (line: readonly PlacedText[], style: TextStyle) => {
    const base = top + style.size;
    for (const { text, placeholder, left, width } of line) {
      const x = PAGE.margin + left;
      if (placeholder) {
        document.rect(x, top + 1, width, style.lineHeight - 3).fill(PLACEHOLDER_BACK);
        show(text, x, base, 'mono', style.size * 0.92, PLACEHOLDER_INK);
        continue;
      }
      let at = x;
      for (const piece of text.split(RIGHT_TO_LEFT)) {
        if (piece === '') continue;
        show(piece, at, base, style.font, style.size, style.ink);
        at += fonts[style.font].width(piece, style.size);
      }
    }
  };

  const draw = (lines: readonly (readonly PlacedText[])[], style: TextStyle) => {
    const element = document.struct(style.tag);
    root.add(element);
    let open = false;
    const close = () => {
      if (open) document.endMarkedContent();
      open = false;
    };
    for (const line of lines) {
      if (top + style.lineHeight > bottom) {
        close();
        newPage();
      }
      if (!open) element.add(document.markStructureContent(style.tag));
      open = true;
      placed(line, style);
      top += style.lineHeight;
    }
    close();
    element.end();
  };

  return {
    paragraph(spans, style) {
      const measure: LineMeasure = {
        lineWidth,
        tabWidth: TAB_WIDTH,
        width: (text, placeholder) =>
          placeholder ? fonts.mono.width(text, style.size * 0.92) : fonts[style.font].width(text, style.size),
      };
      const visible = spans.map(({ text, placeholder }) => ({
        text: fonts[placeholder ? 'mono' : style.font].visible(text),
        placeholder,
      }));
      if (visible.some(({ text }) => text.trim() !== '')) draw(breakLines(visible, measure), style);
      else if (top + style.lineHeight <= bottom) top += style.lineHeight;
    },
    rule() {
      if (top + 16 > bottom) newPage();
      decorate(() => {
        const at = top + 5;
        document
          .moveTo(PAGE.margin, at)
          .lineTo(PAGE.width - PAGE.margin, at)
          .lineWidth(0.6)
          .stroke(RULE);
      });
      top += 16;
    },
    newPage,
    end() {
      if (pages === 0) newPage();
      root.end();
    },
  };
}
