import { unzipSync, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect } from 'vitest';
import { openFormat } from '../../server/documents/inPlace/formats.ts';
import type { Recognizer } from '../../server/documents/inPlace/recognition/types.ts';
import { drawColour } from '../../server/documents/pdf/drawColour.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { fixture } from '../fixtures/documents/inPlace/checks.ts';
import { drawValuePage, INK_SHADE, type PageLook, type ValuePage } from './valuePages.ts';

/** Where the page stands: alone, as the scanned page of a PDF file, as a smaller picture on one, or as a picture in a Word document. */
export type Holder = 'picture' | 'scan' | 'picture in PDF' | 'picture in DOCX';

/** What is left of the values that recognition found on a page, once they are covered. */
export interface LeftInk {
  /** Values that were found, and so covered. */
  readonly found: number;
  /** Those of which more than a twelfth of a letter can still be seen. */
  readonly readable: readonly { readonly value: string; readonly letters: number }[];
}

/** Covers: black, also after JPEG; uncovered ink is grey. */
const BLACKEST_INK = INK_SHADE - 34;
/** Share of a letter's ink that nobody can read. */
const UNREADABLE = 1 / 12;

/** Draws a page, has its values covered and measures how much of their ink is left. */
export async function readableLetters(
  recognizer: Recognizer,
  look: PageLook,
  seed: number,
  holder: Holder = 'picture',
): Promise<LeftInk> {
  const page = await drawValuePage(look, seed);
  const { format, bytes: document, seenIn } = await held(page, look, holder);
  const kind = await openFormat(format, recognizer);
  const signal = new AbortController().signal;
  const { text, layout } = await kind.read(document, { signal, language: 'de' });
  const replacements: { start: number; end: number; text: string }[] = [];
  const found: number[] = [];
  for (const value of new Set(page.values)) {
    const drawn = page.values.flatMap((other, index) => (other === value ? [index] : []));
    const starts = [...text.matchAll(new RegExp(RegExp.escape(value), 'gu'))].map(({ index }) => index);
    replacements.push(...starts.map((start) => ({ start, end: start + value.length, text: '' })));
    // Where recognition misread one of several, nobody can tell which of them were found.
    if (starts.length === drawn.length) found.push(...drawn);
  }
  replacements.sort((a, b) => a.start - b.start);
  const { bytes } = await kind.rewrite(document, {
    ...{ replacements, forbidden: [], purpose: 'anonymize', layout: layout!, expectedText: text, signal },
  });
  const shades = await seenIn(bytes);
  expect(shades.length).toBe(page.width * page.height);
  const readable: { value: string; letters: number }[] = [];
  for (const index of found) {
    const ink = page.ink[index]!;
    const value = page.values[index]!;
    const seen = ink.filter((place) => shades[place]! > BLACKEST_INK).length;
    const letters = (seen / ink.length) * value.replaceAll(' ', '').length;
    if (letters > UNREADABLE) readable.push({ value, letters });
  }
  return { found: found.length, readable };
}

/** Points of paper around a picture on a page. */
const AROUND = 40;
const MEDIA = 'word/media/image1.jpeg';

/** A file with the page in it, and what is seen where the page was, pixel by pixel. */
async function held(
  page: ValuePage,
  { dpi }: PageLook,
  holder: Holder,
): Promise<{
  readonly format: ValuePage['format'] | 'pdf' | 'docx';
  readonly bytes: Uint8Array;
  readonly seenIn: (bytes: Uint8Array) => Promise<Uint8Array>;
}> {
  if (holder === 'picture') return { format: page.format, bytes: page.bytes, seenIn: greyOf };
  if (holder === 'picture in DOCX') {
    const bytes = zipSync({ ...unzipSync(fixture('pictures/pictures.docx')), [MEDIA]: page.bytes });
    return { format: 'docx', bytes, seenIn: (result) => greyOf(unzipSync(result)[MEDIA]!) };
  }
  const around = holder === 'scan' ? 0 : AROUND;
  const [width, height] = [(page.width * 72) / dpi, (page.height * 72) / dpi];
  const document = new PDFDocument({ size: [width + 2 * around, height + 2 * around], margin: 0 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  if (around > 0) document.fontSize(12).text('Anlage zum Protokoll der Sitzung im Rathaus', around, around / 3);
  document.image(page.bytes, around, around, { width, height });
  document.end();
  await ended;
  return {
    format: 'pdf',
    bytes: Buffer.concat(chunks),
    async seenIn(result) {
      const pdfium = await loadPdfium();
      const drawn = withDocument(pdfium, result, (handle) => drawColour(pdfium, handle, 0, () => dpi / 72));
      const { data } = await sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
        .extract({
          ...{ left: Math.round((around * dpi) / 72), top: Math.round((around * dpi) / 72) },
          ...{ width: page.width, height: page.height },
        })
        .removeAlpha()
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return firstOf(data, page.width * page.height);
    },
  };
}

async function greyOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return firstOf(data, info.width * info.height);
}

/** The first channel of each pixel. */
function firstOf(data: Uint8Array, pixels: number): Uint8Array {
  const channels = data.length / pixels;
  return Uint8Array.from({ length: pixels }, (_, at) => data[at * channels]!);
}
