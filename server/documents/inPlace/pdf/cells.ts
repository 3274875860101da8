import { readGlyphs } from '../../pdf/glyphs.ts';
import { withDocument, withPage, type Pdfium } from '../../pdf/pdfium.ts';
import { pageText } from '../../pdf/words.ts';
import { formShowsText } from './appearances.ts';
import { cellContent, withCellPages } from './cellPages.ts';
import { editContent, type ContentEdits } from './content/edit.ts';
import type { TextSlot } from './slots.ts';
import { packedStream, reachable, type PdfDocument } from './syntax/document.ts';
import { isDict, isKind, type PdfDict, type PdfStream, type PdfValue } from './syntax/values.ts';

/** Content that pages show by way of something else: the cell of a pattern, a glyph of a font, the group of a mask. */
interface Cell {
  /** Of the stream. */
  readonly id: number;
  readonly stream: PdfStream;
  readonly resources: PdfDict;
}

export interface CellSlots {
  readonly slots: readonly TextSlot[];
  /** Whether the content of a cell was changed. */
  isWritten(): boolean;
}

/**
 * Texts in cells of tiling patterns, glyphs of Type 3 fonts and groups of soft masks (ISO 32000-2, 8.7.3, 9.6.4, 11.6.5.2), which are no text of a page. They
 * are read as pages of a second copy of the document. A cell of which anything is replaced loses all its text.
 */
export function cellSlots(pdfium: Pdfium, bytes: Uint8Array, document: PdfDocument): CellSlots {
  const cells = cellsOf(document);
  let written = false;
  if (cells.length === 0) return { slots: [], isWritten: () => written };
  const slots = textsOf(pdfium, bytes, document, cells).map((text, index): TextSlot => {
    const { id, stream, resources } = cells[index]!;
    return {
      ...{ text, part: { kind: 'property' }, kind: 'hidden_content' },
      write() {
        written = true;
        document.objects.set(id, withoutText(document, stream, resources));
      },
    };
  });
  return { slots: slots.filter(({ text }) => text !== ''), isWritten: () => written };
}

/** Forms in forms that are looked into. */
const DEPTH = 6;

function cellsOf(document: PdfDocument): Cell[] {
  const cells = new Map<number, Cell>();
  const add = (value: PdfValue | undefined, shared: PdfValue | undefined) => {
    const stream = document.resolve(value);
    if (!isKind(value ?? null, 'ref') || !isKind(stream, 'stream') || !formShowsText(document, stream, DEPTH)) return;
    const { id } = value as Extract<PdfValue, { kind: 'ref' }>;
    const resources =
      document.dict(stream.dict.get('Resources')) ?? document.dict(shared) ?? new Map<string, PdfValue>();
    cells.set(id, { id, stream, resources });
  };
  const look = (value: PdfValue): void => {
    if (Array.isArray(value)) value.forEach(look);
    const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
    if (dict === null) return;
    for (const pattern of document.dict(dict.get('Pattern'))?.values() ?? []) {
      if (document.dict(pattern)?.get('PatternType') === 1) add(pattern, undefined);
    }
    for (const glyph of document.dict(dict.get('CharProcs'))?.values() ?? []) add(glyph, dict.get('Resources'));
    const mask = document.dict(dict.get('SMask'));
    if (mask !== null) add(mask.get('G'), undefined);
    dict.forEach(look);
  };
  reachable(document).order.forEach(look);
  return [...cells.values()].sort((a, b) => a.id - b.id);
}

function textsOf(pdfium: Pdfium, bytes: Uint8Array, document: PdfDocument, cells: readonly Cell[]): string[] {
  const pages = cells.map(({ stream, resources }) => ({
    ...{ content: cellContent(document, stream), resources },
    box: document.resolve(stream.dict.get('BBox')) ?? [0, 0, 1_000, 1_000],
  }));
  const shown = withCellPages(bytes, pages);
  if (shown === null) return cells.map(() => '');
  return withDocument(pdfium, shown.bytes, (handle) =>
    cells.map((_, index) =>
      withPage(pdfium, handle, shown.first + index, (page) => pageText(readGlyphs(pdfium, page).glyphs)),
    ),
  );
}

const ALL_TEXT: ContentEdits = Object.freeze({
  dropsGlyph: () => true,
  hides: () => false,
  replacesImage: () => null,
  dropsBlock: () => false,
  renames: () => null,
  followsText: true,
  // Forms that nothing draws any more go.
  cleans: true,
});

function withoutText(document: PdfDocument, stream: PdfStream, resources: PdfDict): PdfStream {
  try {
    const edited = editContent(document, cellContent(document, stream), resources, ALL_TEXT);
    const entries = new Map(stream.dict);
    if (edited.resources !== resources) entries.set('Resources', edited.resources);
    return packedStream(edited.bytes, entries);
  } catch {
    // Text that cannot be followed goes with all around it.
    return packedStream(new Uint8Array(), stream.dict);
  }
}
