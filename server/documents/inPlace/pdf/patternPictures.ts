import type { GrayPage } from '../../image/graymap.ts';
import { apply, IDENTITY, multiply, type Matrix } from '../../layout/matrix.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { drawPage } from '../../pdf/draw.ts';
import { withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import { createPlacedText } from '../placedText.ts';
import type { RecognizedPictures } from '../recognition/layout.ts';
import type { RecognizedPicture } from '../recognition/types.ts';
import { addWords } from '../recognition/words.ts';
import { cellContent, withCellPages, type CellPage } from './cellPages.ts';
import { UnsupportedContent } from './content/fonts.ts';
import { matrixOf, number } from './content/operands.ts';
import { readableOperations } from './content/readable.ts';
import { matrixText } from './drawMarks.ts';
import { nameIn } from './pages.ts';
import type { TextSlot } from './slots.ts';
import { numberText, packedStream, reachable, type PdfDocument } from './syntax/document.ts';
import { isDict, isKind, type PdfDict, type PdfStream, type PdfValue } from './syntax/values.ts';

/** The cell of a tiling pattern (ISO 32000-2, 8.7.3) that shows a picture which may hold words. */
export interface PictureCell {
  /** Of its stream. */
  readonly id: number;
  readonly stream: PdfStream;
  /** The longer side of its largest picture; Infinity where its content cannot be followed, so that it may show anything. */
  readonly pixels: number;
}

/** Smaller pictures hold no words that matter. */
const LEAST = Object.freeze({ width: 100, height: 24 });
/** Forms in forms that are looked into. */
const DEPTH = 6;
/** Cells that are recognized: more are no document people made. The others become grey. */
const MOST_CELLS = 100;
const POINTS_PER_INCH = 72;

export function pictureCells(document: PdfDocument): PictureCell[] {
  const cells = new Map<number, PictureCell>();
  const add = (pattern: PdfValue) => {
    const stream = document.resolve(pattern);
    if (!isKind(pattern, 'ref') || !isKind(stream, 'stream') || document.resolve(stream.dict.get('PatternType')) !== 1)
      return;
    const pixels = largestPicture(document, stream, DEPTH);
    if (pixels > 0) cells.set(pattern.id, { id: pattern.id, stream, pixels });
  };
  const look = (value: PdfValue): void => {
    if (Array.isArray(value)) value.forEach(look);
    const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
    if (dict === null) return;
    for (const pattern of document.dict(dict.get('Pattern'))?.values() ?? []) add(pattern);
    dict.forEach(look);
  };
  reachable(document).order.forEach(look);
  return [...cells.values()].sort((a, b) => a.id - b.id);
}

/** The longer side in pixels of the largest picture that may hold words in a form or a cell; 0 where there is none, Infinity where that cannot be told. */
function largestPicture(document: PdfDocument, form: PdfStream, depth: number): number {
  if (depth === 0) return 0;
  const side = (dict: PdfDict, width: string, height: string): number => {
    const [across, down] = [width, height].map((key) => number(document.resolve(dict.get(key))));
    return across! >= LEAST.width && down! >= LEAST.height ? Math.max(across!, down!) : 0;
  };
  let largest = 0;
  for (const value of document.dict(document.dict(form.dict.get('Resources'))?.get('XObject'))?.values() ?? []) {
    const object = document.resolve(value);
    if (!isKind(object, 'stream')) continue;
    const isImage = nameIn(document, object.dict, 'Subtype') === 'Image';
    largest = Math.max(
      largest,
      isImage ? side(object.dict, 'Width', 'Height') : largestPicture(document, object, depth - 1),
    );
  }
  try {
    for (const { operator, operands } of readableOperations(cellContent(document, form))) {
      const [dict] = operands;
      if (operator === 'BI' && isDict(dict))
        largest = Math.max(largest, side(dict, 'W', 'H'), side(dict, 'Width', 'Height'));
    }
  } catch (error) {
    if (!(error instanceof UnsupportedContent)) throw error;
    return Infinity;
  }
  return largest;
}

const keyOf = ({ id }: PictureCell): string => `pattern ${String(id)}`;

/** Recognizes what the cells show that can be followed, the first ones of very many. */
export async function recognizeCells(
  pdfium: Pdfium,
  bytes: Uint8Array,
  document: PdfDocument,
  cells: readonly PictureCell[],
  recognize: (shown: GrayPage) => Promise<RecognizedPicture>,
): Promise<Map<string, RecognizedPicture>> {
  const found = new Map<string, RecognizedPicture>();
  const looked = cells.filter(({ pixels }) => Number.isFinite(pixels)).slice(0, MOST_CELLS);
  if (looked.length === 0) return found;
  const pages = withCellPages(
    bytes,
    looked.map((cell) => pageOf(document, cell)),
  );
  if (pages === null) return found;
  for (const [index, cell] of looked.entries()) {
    const shown = withDocument(pdfium, pages.bytes, (handle) =>
      drawPage(pdfium, handle, pages.first + index, { annotations: false }),
    );
    found.set(keyOf(cell), await recognize(shown));
  }
  return found;
}

/** The cell as it stands on pages, drawn so large that its picture keeps its pixels. */
function pageOf(document: PdfDocument, { stream, pixels }: PictureCell): CellPage {
  const { left, top, right, bottom } = boxOf(document, stream);
  const matrix = document.resolve(stream.dict.get('Matrix'));
  const [a, b, c, d] = Array.isArray(matrix) ? matrixOf(matrix) : IDENTITY;
  const turned: Matrix = [a, b, c, d, 0, 0];
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => apply(turned, x, y)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  const scale = ((pixels / DOCUMENT_LIMITS.rasterDpi) * POINTS_PER_INCH) / Math.max(width, height, Number.MIN_VALUE);
  const place = multiply(turned, [scale, 0, 0, scale, -x * scale, -y * scale]);
  return {
    content: Buffer.concat([Buffer.from(`${matrixText(place)} cm\n`, 'latin1'), cellContent(document, stream)]),
    resources: document.dict(stream.dict.get('Resources')) ?? new Map<string, PdfValue>(),
    box: [0, 0, Math.max(1, width * scale), Math.max(1, height * scale)],
  };
}

function boxOf(document: PdfDocument, { dict }: PdfStream) {
  const values = document.resolve(dict.get('BBox'));
  const [a = 0, b = 0, c = 0, d = 0] = Array.isArray(values)
    ? values.map((value) => number(document.resolve(value)))
    : [];
  return { left: Math.min(a, c), right: Math.max(a, c), top: Math.min(b, d), bottom: Math.max(b, d) };
}

export interface PatternPictures {
  /** What the cells say. Writing one makes its cell grey: a cell is shown many times, and nowhere is room for labels. */
  readonly slots: readonly TextSlot[];
  isWritten(): boolean;
  /** Makes cells grey that were never recognized; gives their number. */
  coverUnseen(): number;
}

export function patternPictures(
  document: PdfDocument,
  cells: readonly PictureCell[],
  recognized: RecognizedPictures,
): PatternPictures {
  let written = false;
  const cover = ({ id, stream }: PictureCell) => {
    written = true;
    const { left, right, top, bottom } = boxOf(document, stream);
    const place = [left, top, right - left, bottom - top].map(numberText).join(' ');
    const entries = new Map(stream.dict).set('Resources', new Map());
    document.objects.set(id, packedStream(Buffer.from(`0.5 g ${place} re f`, 'latin1'), entries));
  };
  const slots = cells.flatMap((cell): TextSlot[] => {
    const picture = recognized.get(keyOf(cell));
    if (picture === undefined) return [];
    const text = createPlacedText<true>();
    addWords(text, picture, () => true);
    return [{ text: text.finish().text, part: { kind: 'picture' }, kind: 'image_text', write: () => cover(cell) }];
  });
  return {
    slots: slots.filter(({ text }) => text !== ''),
    isWritten: () => written,
    coverUnseen() {
      const unseen = cells.filter((cell) => !recognized.has(keyOf(cell)));
      unseen.forEach(cover);
      return unseen.length;
    },
  };
}
