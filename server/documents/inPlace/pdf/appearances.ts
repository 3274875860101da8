import { readGlyphs, type Glyph, type GlyphOrGap } from '../../pdf/glyphs.ts';
import { withDocument, withPage, type Pdfium } from '../../pdf/pdfium.ts';
import { pageText } from '../../pdf/words.ts';
import { operationsOf } from './content/operations.ts';
import { showText } from './drawMarks.ts';
import type { EmbeddedFont } from './embeddedFont.ts';
import type { PageFacts } from './facts.ts';
import { centerOf, contains } from './frames.ts';
import { annotationsOf, nameIn } from './pages.ts';
import type { Slots, TextSlot } from './slots.ts';
import { numberText, packedStream, type PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { decodeText } from './syntax/text.ts';
import { dictOf, isDict, isKind, nameOf, type PdfDict, type PdfValue } from './syntax/values.ts';

/** FPDFPage_Flatten (public/fpdf_flatten.h). */
const FLATTEN_FOR_DISPLAY = 0;
const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
/** Forms in forms that are looked into. */
const DEPTH = 6;

export interface AppearanceSlots {
  readonly slots: readonly TextSlot[];
  /** What annotations show that their own strings do not say; filled while slots are written. */
  readonly texts: ReadonlyMap<PdfDict, string>;
}

/**
 * Texts that annotations show and that none of their strings repeats (stamps, outdated fields). Appearances are made part of the pages of a second copy of the
 * document, where their glyphs can be read.
 */
export function appearanceSlots(
  pdfium: Pdfium,
  bytes: Uint8Array,
  model: {
    readonly document: PdfDocument;
    readonly pages: readonly PdfDict[];
    readonly facts: readonly PageFacts[];
    readonly slots: Slots;
  },
): AppearanceSlots {
  const { document, pages, facts, slots } = model;
  const texts = new Map<PdfDict, string>();
  const candidates = pages.flatMap((page, index) => {
    const annotations = annotationsOf(document, page).filter((annotation) => showsText(document, annotation));
    return annotations.length > 0 ? [{ index, annotations }] : [];
  });
  if (candidates.length === 0) return { slots: [], texts };
  const found = withDocument(pdfium, bytes, (handle) =>
    candidates.flatMap(({ index, annotations }) => {
      withPage(pdfium, handle, index, (page) => pdfium.api.FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY));
      const { glyphs } = withPage(pdfium, handle, index, (page) => readGlyphs(pdfium, page));
      const added = addedGlyphs(glyphs, facts[index]!.glyphs.unpack());
      return annotations.flatMap((annotation) => {
        const box = rectangleOf(document, annotation);
        const own = added.filter((glyph) => glyph === null || contains(box, ...centerOf(glyph)));
        const text = pageText(own);
        return text === '' || isSaid(text, slots.ofAnnotation.get(annotation) ?? [])
          ? []
          : [{ index, annotation, text }];
      });
    }),
  );
  return {
    texts,
    slots: found.map(({ index, annotation, text }) => ({
      text,
      part: { kind: 'comment', number: index + 1 },
      kind: 'annotation',
      write: (next) => void texts.set(annotation, next),
    })),
  };
}

/** The glyphs of `all` without those of `known`. */
function addedGlyphs(all: readonly GlyphOrGap[], known: readonly GlyphOrGap[]): GlyphOrGap[] {
  const key = ({ text, left, top }: Glyph) => `${text} ${left.toFixed(1)} ${top.toFixed(1)}`;
  const counts = new Map<string, number>();
  for (const glyph of known) if (glyph !== null) counts.set(key(glyph), (counts.get(key(glyph)) ?? 0) + 1);
  return all.filter((glyph) => {
    if (glyph === null) return true;
    const count = counts.get(key(glyph)) ?? 0;
    counts.set(key(glyph), count - 1);
    return count <= 0;
  });
}

function isSaid(text: string, slots: readonly TextSlot[]): boolean {
  const plain = (value: string) => value.replace(/\s+/g, '');
  return slots.some((slot) => plain(slot.text).includes(plain(text)));
}

/** Whether the normal appearance of an annotation shows text. */
export function showsText(document: PdfDocument, annotation: PdfDict): boolean {
  const normal = document.resolve(document.dict(annotation.get('AP'))?.get('N'));
  const states = isDict(normal) ? [...normal.values()] : [normal];
  return states.some((state) => formShowsText(document, document.resolve(state), DEPTH));
}

/** Whether a form shows text, itself or by forms in it. @param depth - of forms in forms */
export function formShowsText(document: PdfDocument, form: PdfValue, depth: number): boolean {
  if (!isKind(form, 'stream') || depth === 0) return false;
  const objects = document.dict(document.dict(form.dict.get('Resources'))?.get('XObject'));
  try {
    for (const { operator, operands } of operationsOf(decodeStream(document, form).bytes)) {
      if (SHOWS.has(operator)) return true;
      const name = operands[0];
      if (operator !== 'Do' || !isKind(name, 'name')) continue;
      if (formShowsText(document, document.resolve(objects?.get(name.name)), depth - 1)) return true;
    }
    return false;
  } catch {
    // What cannot be looked into is taken to show text and is drawn anew.
    return true;
  }
}

interface Rectangle {
  readonly left: number;
  readonly right: number;
  /** Lower edge: the smaller y. */
  readonly top: number;
  readonly bottom: number;
}

export function rectangleOf(document: PdfDocument, annotation: PdfDict): Rectangle {
  const values = document.resolve(annotation.get('Rect'));
  const [a = 0, b = 0, c = 0, d = 0] = Array.isArray(values)
    ? values.map((value) => {
        const number = document.resolve(value);
        return typeof number === 'number' ? number : 0;
      })
    : [];
  return { left: Math.min(a, c), right: Math.max(a, c), top: Math.min(b, d), bottom: Math.max(b, d) };
}

const MARGIN = 2;
const LARGEST_SIZE = 12;
const SMALLEST_SIZE = 3;
const LINE_HEIGHT = 1.2;
/** Field flag "multiline" (ISO 32000-2, table 231). */
const MULTILINE = 1 << 12;

/** Draws the appearance of an annotation anew: its text in the label font, in its rectangle. Other appearances (pressed, hovered) go. */
export function redrawAppearance(document: PdfDocument, annotation: PdfDict, text: string, font: EmbeddedFont): void {
  const box = rectangleOf(document, annotation);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const flags = document.resolve(annotation.get('Ff'));
  const isField = nameIn(document, annotation, 'Subtype') === 'Widget';
  const isSingle = isField && !((typeof flags === 'number' ? flags : 0) & MULTILINE);
  const { lines, size } = fittedLines(isSingle ? text.replace(/\s+/g, ' ') : text, width, height, font);
  const block = lines.length * size * LINE_HEIGHT;
  const first = isSingle ? (height - block) / 2 : MARGIN;
  const shown = lines.map((line, index) => {
    const baseline = first + index * size * LINE_HEIGHT + size;
    return showText(font, line, { left: MARGIN, baseline, size, stretch: 1 });
  });
  const content = ['/Tx BMC', 'q', `1 0 0 -1 0 ${numberText(height)} cm`, '0.1 g', ...shown, 'Q', 'EMC'].join('\n');
  const form = packedStream(
    Buffer.from(content, 'latin1'),
    dictOf({
      Type: nameOf('XObject'),
      Subtype: nameOf('Form'),
      BBox: [0, 0, width, height],
      Resources: dictOf({ Font: dictOf({ [font.name]: font.reference }) }),
    }),
  );
  annotation.set('AP', dictOf({ N: document.add(form) }));
  annotation.delete('AS');
}

function fittedLines(
  text: string,
  width: number,
  height: number,
  font: EmbeddedFont,
): { lines: string[]; size: number } {
  const room = Math.max(1, width - 2 * MARGIN);
  let size = LARGEST_SIZE;
  for (;;) {
    const lines = text.split('\n').flatMap((line) => wrapped(line, room / size, font));
    const widest = Math.max(0, ...lines.map((line) => font.width(line)));
    const fits = lines.length * size * LINE_HEIGHT <= height && widest * size <= room;
    if (fits || size <= SMALLEST_SIZE) return { lines, size };
    size -= 0.5;
  }
}

/** `room` in units of the font size. */
function wrapped(line: string, room: number, font: EmbeddedFont): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && font.width(longer) > room) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** The text an annotation shows by its own strings. */
export function ownText(document: PdfDocument, annotation: PdfDict): string {
  let node: PdfDict | null = annotation;
  for (let step = 0; node !== null && step < DEPTH; step += 1) {
    const value = document.resolve(node.get('V'));
    if (isKind(value, 'string')) return decodeText(value);
    node = document.dict(node.get('Parent'));
  }
  const contents = document.resolve(annotation.get('Contents'));
  return isKind(contents, 'string') ? decodeText(contents) : '';
}
