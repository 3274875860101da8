import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { drawColour } from '../../server/documents/pdf/drawColour.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { fontFile } from '../../server/documents/write/fonts.ts';
import { randomNumbers } from './random.ts';

/** How a page of values is drawn. */
export interface PageLook {
  readonly font: 'Times-Roman' | 'Helvetica' | 'Courier' | 'DejaVu';
  /** Points. */
  readonly size: number;
  readonly dpi: number;
  /** Degrees, clockwise. */
  readonly tilt: number;
  /** Standard deviation of the noise, 0 to 255. */
  readonly noise: number;
  readonly jpeg: boolean;
  /** Lines stand so close that letters of two lines may touch. */
  readonly tight?: boolean;
  /** Values stand in rows with rules between them. */
  readonly table?: boolean;
  readonly inverted?: boolean;
}

/** A drawn page, with the ink of its values alone on a page of the same size. */
export interface ValuePage {
  readonly format: 'png' | 'jpeg';
  readonly bytes: Buffer;
  readonly values: readonly string[];
  /** For each value the pixels of its ink, counted row by row. */
  readonly ink: readonly (readonly number[])[];
  readonly width: number;
  readonly height: number;
}

const WIDTH = 595;
const HEIGHT = 420;
/** Ink is dark grey: a cover is black, so what is uncovered shows. */
export const INK_SHADE = 72;

const VALUES = [
  ...['Firenze', 'Müller', 'Haverstock', 'Núñez', 'François', 'Göttingen', 'Ágnes', 'Wolff', 'Bailly', 'Jiménez'],
  ...['Öztürk', 'Kjell', 'Fitzgerald', 'Ligeti', 'Fjord', 'Quiroga', 'Żyła', 'Éloïse', 'Pfeiffer', 'Gaddi'],
  ...['0171 5550199', 'DE89 3704 0044', '14.07.1968', 'KFZ-AB 123', 'Rue de Lyon', 'Via Appia', 'Calle Mayor'],
];
const MARKS = [',', '.', ';', ':', '!', '?', ')', '"', '/', '…', '', ' –', '’s', '».'];
const BEFORE = ['Herr', 'Signora', 'Mme', 'Sra.', 'Mr', 'wohnhaft', 'née', 'il', 'hija de', 'gegen'];
const AFTER = ['und', 'che', 'qui', 'hat', 'was', 'pour', 'della', 'geboren', 'sobre', 'living'];

/** A page on which values stand before every kind of punctuation, among other words. */
export async function drawValuePage(look: PageLook, seed: number): Promise<ValuePage> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const step = look.size * (look.tight ? 1.02 : look.table ? 2.1 : 1.45);
  const lines = Math.floor((HEIGHT - 60) / step);
  // The standard fonts of PDF have the letters of WinAnsi alone.
  const values = look.font === 'DejaVu' ? VALUES : VALUES.filter((value) => value !== 'Żyła');
  const cells = Array.from({ length: lines * 2 }, (_, index) => ({
    ...{ x: 36 + (index % 2) * 268, y: 30 + Math.floor(index / 2) * step },
    ...{
      line: Math.floor(index / 2),
      before: pick(BEFORE),
      value: pick(values),
      mark: pick(MARKS),
      after: pick(AFTER),
    },
  }));
  const font = look.font === 'DejaVu' ? fontFile('body') : look.font;
  /** Where the values stand, in points. */
  const spans: { start: number; end: number; middle: number; line: number }[] = [];
  /** The whole page, or the values of every second line alone: in touching lines nobody could tell otherwise whose ink it is. */
  const draw = async (what: 'page' | 'even' | 'odd'): Promise<Buffer> => {
    const document = new PDFDocument({ size: [WIDTH, HEIGHT], margin: 0 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
    document.font(font).fontSize(look.size).fillColor([INK_SHADE, INK_SHADE, INK_SHADE]);
    if (look.table && what === 'page') {
      document.lineWidth(0.7).strokeColor([INK_SHADE, INK_SHADE, INK_SHADE]);
      for (const { y } of cells)
        document
          .moveTo(30, y + step * 0.72)
          .lineTo(WIDTH - 30, y + step * 0.72)
          .stroke();
    }
    for (const { x, y, line, before, value, mark, after } of cells) {
      const start = x + document.widthOfString(`${before} `);
      const end = start + document.widthOfString(value);
      spans.push({ start, end, middle: y + look.size * 0.42, line });
      if (what === 'page') {
        document.text(before, x, y, { lineBreak: false });
        document.text(`${mark} ${after}`, end, y, { lineBreak: false });
      }
      if (what === 'page' || (line % 2 === 0) === (what === 'even'))
        document.text(value, start, y, { lineBreak: false });
    }
    document.end();
    await ended;
    return Buffer.concat(chunks);
  };
  const pdfium = await loadPdfium();
  const raster = async (pdf: Buffer) => {
    const { pixels, width, height } = withDocument(pdfium, pdf, (handle) =>
      drawColour(pdfium, handle, 0, () => look.dpi / 72),
    );
    const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .greyscale();
    return look.tilt === 0 ? picture : sharp(await picture.png().toBuffer()).rotate(look.tilt, { background: '#fff' });
  };
  const drawn = await (await raster(await draw('page'))).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = drawn.info;
  const page = new Uint8Array(width * height);
  for (let at = 0; at < page.length; at += 1) {
    // The sum of four is close enough to a normal distribution.
    const noise = look.noise * (random() + random() + random() + random() - 2) * 1.7;
    const shade = drawn.data[at * channels]!;
    const seen = look.inverted ? 255 - shade + INK_SHADE : shade;
    page[at] = Math.max(look.inverted ? 0 : INK_SHADE - 24, Math.min(255, seen + noise));
  }
  const ink = cells.map((): number[] => []);
  const [cosine, sine] = [Math.cos((look.tilt * Math.PI) / 180), Math.sin((look.tilt * Math.PI) / 180)];
  for (const parity of ['even', 'odd'] as const) {
    spans.length = 0;
    const alone = await (await raster(await draw(parity))).greyscale().raw().toBuffer({ resolveWithObject: true });
    for (let at = 0; at < width * height; at += 1) {
      if (alone.data[at * alone.info.channels]! >= 170) continue;
      // Back to the page before it was turned around its middle.
      const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
      const across = ((x * cosine + y * sine) * 72) / look.dpi + WIDTH / 2;
      const down = ((y * cosine - x * sine) * 72) / look.dpi + HEIGHT / 2;
      let [nearest, distance] = [-1, look.size];
      for (const [index, { start, end, middle, line }] of spans.entries()) {
        const away = Math.abs(down - middle);
        const isDrawn = (line % 2 === 0) === (parity === 'even');
        if (isDrawn && across >= start - 2 && across <= end + 2 && away < distance) [nearest, distance] = [index, away];
      }
      ink[nearest]?.push(at);
    }
  }
  const picture = sharp(page, { raw: { width, height, channels: 1 } }).withMetadata({ density: look.dpi });
  return {
    format: look.jpeg ? 'jpeg' : 'png',
    bytes: await (look.jpeg ? picture.jpeg({ quality: 60 }) : picture.png()).toBuffer(),
    values: cells.map(({ value }) => value),
    ink,
    width,
    height,
  };
}
