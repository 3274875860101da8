import { LIMITS } from '../../../contract/limits.ts';
import { inLanes } from '../../../core/lanes.ts';
import { documentError, tooManyPages, tooMuchText } from '../../failures.ts';
import type { GrayPage } from '../../image/graymap.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { drawPage } from '../../pdf/draw.ts';
import { withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import type { RecognizedWord } from '../../ocr/engine.ts';
import { createPlacedText, type PlacedText, type PlacedTextBuilder } from '../placedText.ts';
import type { RecognizedPictures } from '../recognition/layout.ts';
import type { RecognizedPicture, Recognizer } from '../recognition/types.ts';
import { addWords } from '../recognition/words.ts';
import type { ReadInPlaceOptions } from '../types.ts';
import { appearanceSlots, type AppearanceSlots } from './appearances.ts';
import { cellSlots, type CellSlots } from './cells.ts';
import { readFacts, type PageFacts, type PagePicture } from './facts.ts';
import { pagesOf } from './pages.ts';
import {
  patternPictures,
  pictureCells,
  recognizeCells,
  type PatternPictures,
  type PictureCell,
} from './patternPictures.ts';
import { pictureOf } from './pictureAlone.ts';
import { textSlots, type Slots, type TextSlot } from './slots.ts';
import { parseDocument, type PdfDocument } from './syntax/document.ts';
import type { PdfDict } from './syntax/values.ts';

/** Where a stretch of the text comes from. Pages count from 0. */
export type PdfSource =
  /** The text layer of a page; `lettersOf` tells where each letter of it stands. */
  | { readonly kind: 'layer'; readonly page: number }
  | {
      readonly kind: 'word';
      readonly page: number;
      readonly word: RecognizedWord;
      /** null: the whole page was recognized. */
      readonly picture: PagePicture | null;
    }
  | { readonly kind: 'slot'; readonly slot: TextSlot };

export interface PdfModel {
  /** As PDFium writes it: repaired, decrypted, one revision. */
  readonly bytes: Uint8Array;
  readonly document: PdfDocument;
  readonly pages: readonly PdfDict[];
  readonly facts: readonly PageFacts[];
  readonly recognized: RecognizedPictures;
  readonly slots: Slots;
  readonly drawn: AppearanceSlots;
  readonly cells: CellSlots;
  readonly patterns: PatternPictures;
  readonly placed: PlacedText<PdfSource>;
}

/** FPDF_REMOVE_SECURITY of FPDF_SaveAsCopy (public/fpdf_save.h): writes everything, decrypted. */
const REMOVE_SECURITY = 3;

/** The file as PDFium writes it. Throws AppError PASSWORD_PROTECTED, UNREADABLE_FILE, TEXT_TOO_LARGE. */
export function normalized(pdfium: Pdfium, bytes: Uint8Array): Uint8Array {
  const { api } = pdfium;
  return withDocument(pdfium, bytes, (document) => {
    const count = api.FPDF_GetPageCount(document);
    if (count <= 0) throw documentError('UNREADABLE_FILE');
    if (count > DOCUMENT_LIMITS.pages) throw tooManyPages(count);
    const writer = api.PDFiumExt_OpenFileWriter();
    try {
      if (!api.FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY)) throw documentError('UNREADABLE_FILE');
      const size = api.PDFiumExt_GetFileWriterSize(writer);
      return pdfium.withMemory(size, (pointer) => {
        api.PDFiumExt_GetFileWriterData(writer, pointer, size);
        return pdfium.bytes().slice(pointer, pointer + size);
      });
    } finally {
      api.PDFiumExt_CloseFileWriter(writer);
    }
  });
}

export interface ModelOptions extends ReadInPlaceOptions {
  /** Recognized before; null: pages that are pictures are recognized now. */
  readonly recognized: RecognizedPictures | null;
  /** Most characters of the text; what was written here may have any number, because placeholders are longer than values. */
  readonly most?: number;
  /** Hears of every page whose text layer is read, 0 to 1: a document of thousands of pages takes minutes. */
  readonly onPage?: (fraction: number) => void;
}

/** Reads a document that `normalized` gave. The same bytes and the same recognized words always give the same text. */
export async function readModel(
  pdfium: Pdfium,
  bytes: Uint8Array,
  recognizer: Recognizer,
  options: ModelOptions,
): Promise<PdfModel> {
  const { most = LIMITS.textCharacters, onPage } = options;
  const document = parseDocument(bytes);
  const pages = pagesOf(document);
  const facts = withDocument(pdfium, bytes, (handle) => {
    if (pdfium.api.FPDF_GetPageCount(handle) !== pages.length) throw documentError('UNREADABLE_FILE');
    let characters = 0;
    return pages.map((_, index) => {
      options.signal.throwIfAborted();
      onPage?.((index + 1) / pages.length);
      const page = readFacts(pdfium, handle, index);
      characters += page.layer.length;
      if (characters > most) throw tooMuchText(index + 1, pages.length);
      return page;
    });
  });
  const patternCells = pictureCells(document);
  const recognized =
    options.recognized ?? (await recognizeAll(pdfium, { bytes, document, facts, patternCells }, recognizer, options));
  const slots = textSlots(document, pages);
  const drawn = appearanceSlots(pdfium, bytes, { document, pages, facts, slots });
  const cells = cellSlots(pdfium, bytes, document);
  const patterns = patternPictures(document, patternCells, recognized);
  const text = createPlacedText<PdfSource>(most);
  facts.forEach((page, index) => addPage(text, page, index, recognized));
  for (const slot of [...slots.slots, ...drawn.slots, ...cells.slots, ...patterns.slots]) {
    text.part(slot.part);
    text.add(slot.text, { kind: 'slot', slot });
  }
  return { bytes, document, pages, facts, recognized, slots, drawn, cells, patterns, placed: text.finish() };
}

function addPage(
  text: PlacedTextBuilder<PdfSource>,
  { layer, recognize, pictures }: PageFacts,
  page: number,
  recognized: RecognizedPictures,
): void {
  const part = { kind: 'page', number: page + 1 } as const;
  const whole = recognize ? recognized.get(pageKey(page)) : undefined;
  text.part(part);
  if (whole !== undefined) addWords<PdfSource>(text, whole, (word) => ({ kind: 'word', page, word, picture: null }));
  if (whole === undefined || !repeats(layer, whole)) {
    text.part(part);
    text.add(layer, { kind: 'layer', page });
  }
  if (whole !== undefined) return;
  for (const picture of pictures) {
    const found = recognized.get(pictureKey(page, picture));
    text.part(part);
    if (found !== undefined) addWords<PdfSource>(text, found, (word) => ({ kind: 'word', page, word, picture }));
  }
}

/** Whether recognition has found all that the text layer says. */
function repeats(layer: string, { words }: RecognizedPicture): boolean {
  const found = words.map((word) => word.text).join('');
  return found.includes(layer.replace(/\s+/g, ''));
}

export const pageKey = (page: number): string => `page ${page}`;
export const pictureKey = (page: number, picture: PagePicture): string => `page ${page} object ${picture.index}`;

interface Unrecognized {
  readonly bytes: Uint8Array;
  readonly document: PdfDocument;
  readonly facts: readonly PageFacts[];
  readonly patternCells: readonly PictureCell[];
}

/** Recognizes pages, pictures on pages and pictures in patterns. */
async function recognizeAll(
  pdfium: Pdfium,
  { bytes, document, facts, patternCells }: Unrecognized,
  recognizer: Recognizer,
  options: ReadInPlaceOptions,
): Promise<RecognizedPictures> {
  const { signal, onProgress } = options;
  const onPages = await recognizePages(pdfium, bytes, facts, recognizer, options);
  const language = options.language ?? [...onPages.values()].find(({ words }) => words.length > 0)?.language ?? null;
  const inPatterns = await recognizeCells(pdfium, bytes, document, patternCells, (shown) => {
    signal.throwIfAborted();
    onProgress?.(1);
    return recognizer.recognize(shown, language, signal);
  });
  return new Map([...onPages, ...inPatterns]);
}

interface RecognitionTask {
  readonly page: number;
  /** null: the whole page. */
  readonly picture: PagePicture | null;
}

/** Pages drawn at a time; a page at 300 dpi takes 9 MB. */
const LANES = 2;

async function recognizePages(
  pdfium: Pdfium,
  bytes: Uint8Array,
  facts: readonly PageFacts[],
  recognizer: Recognizer,
  { signal, language: wanted, onProgress }: ReadInPlaceOptions,
): Promise<RecognizedPictures> {
  const tasks = facts.flatMap(({ recognize, pictures }, page): RecognitionTask[] =>
    recognize ? [{ page, picture: null }] : pictures.map((picture) => ({ page, picture })),
  );
  const found = new Map<string, RecognizedPicture>();
  let language = wanted ?? null;
  // The pictures of a page follow each other.
  let latest: { readonly page: number; readonly drawn: GrayPage } | null = null;
  const drawnPage = (page: number): GrayPage => {
    if (latest?.page !== page) {
      const drawn = withDocument(pdfium, bytes, (handle) => drawPage(pdfium, handle, page, { annotations: false }));
      latest = { page, drawn };
    }
    return latest.drawn;
  };
  const one = async ({ page, picture }: RecognitionTask) => {
    signal.throwIfAborted();
    const drawn = drawnPage(page);
    const shown =
      picture === null ? drawn : await pictureOf(pdfium, bytes, { page, picture, drawn }, facts[page]!.toUser);
    const result = await recognizer.recognize(shown, language, signal);
    found.set(picture === null ? pageKey(page) : pictureKey(page, picture), result);
    onProgress?.(found.size / tasks.length);
    return result;
  };
  const [firstTask, ...rest] = tasks;
  if (firstTask !== undefined) {
    // The language of the first page holds for the rest.
    const first = await one(firstTask);
    if (first.words.length > 0) language ??= first.language;
  }
  await inLanes(rest, LANES, one);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
