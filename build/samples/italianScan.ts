import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { drawPage } from '../../server/documents/pdf/draw.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { fontFile } from '../../server/documents/write/fonts.ts';
import { ITALIAN_LETTER } from './texts.ts';

const SCAN_DPI = 200;
const DRAWN_DPI = 300;
/** A sheet never lies quite straight on the glass. */
const TILT_DEGREES = 0.3;
const NOISE = 14;

/** The Italian letter as a scanner would give it: a page at 200 dpi, slightly tilted, with faint noise, in 16 shades of grey. */
export async function italianScan(): Promise<Uint8Array> {
  const pdfium = await loadPdfium();
  const { pixels, width, height } = withDocument(pdfium, await letterPdf(), (document) =>
    drawPage(pdfium, document, 0),
  );
  const page = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: Math.round((width * SCAN_DPI) / DRAWN_DPI) })
    .rotate(TILT_DEGREES, { background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = page;
  const random = seededRandom(20260409);
  for (let index = 0; index < data.length; index += 1) {
    // Specks on ink and around it; a clean white margin keeps the file small.
    const noise = data[index]! < 250 || random() < 0.002 ? (random() - 0.5) * NOISE * 4 : 0;
    data[index] = Math.min(255, Math.max(0, data[index]! + noise));
  }
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .withMetadata({ density: SCAN_DPI })
    .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9 })
    .toBuffer();
  return new Uint8Array(png);
}

async function letterPdf(): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4', margin: 71 });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => document.on('end', () => resolve()));
  document.font(fontFile('body')).fontSize(10.5).text(ITALIAN_LETTER, { lineGap: 3 });
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

/** Linear congruential generator (Numerical Recipes), so that every run makes the same file. Values from 0 to 1. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
