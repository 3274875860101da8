import { overlap, type Box } from '../../layout/lines.ts';
import { apply, inverse, multiply } from '../../layout/matrix.ts';
import type { Glyph, GlyphOrGap, Turn } from '../../pdf/glyphs.ts';
import { withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import type { LabelFont } from '../font/labelFont.ts';
import { editContent, type ContentEdits, type ShownGlyph } from './content/edit.ts';
import { UnsupportedContent } from './content/fonts.ts';
import { markOperators, type DrawnMark } from './drawMarks.ts';
import type { EmbeddedFont } from './embeddedFont.ts';
import type { PagePicture } from './facts.ts';
import { contains, toFrame } from './frames.ts';
import { coverWords, type SecondLook } from '../recognition/coverWords.ts';
import { hitTest } from './hitTest.ts';
import type { PdfModel } from './model.ts';
import { contentOf, resourcesOf } from './pages.ts';
import { addPicture, blacken, storedPixels, type Corners } from './pictures.ts';
import { packedStream, type PdfDocument } from './syntax/document.ts';
import { isKind, type PdfDict, type PdfRef, type PdfValue } from './syntax/values.ts';
import { inkRemains, type PageTargets, type TargetMark, type WordMark } from './targets.ts';

export interface PageEditor {
  readonly pdfium: Pdfium;
  readonly model: PdfModel;
  readonly font: EmbeddedFont;
  readonly labels: LabelFont;
  readonly purpose: 'anonymize' | 'restore';
  readonly look: SecondLook;
  hides(group: PdfValue): boolean;
  renames(name: string): string | null;
}

/**
 * Takes glyphs out of the content of a page and draws the labels in their place. Throws UnsupportedContent where the content cannot be followed: the page has
 * to be drawn then.
 */
export async function editPage(editor: PageEditor, index: number, targets: PageTargets | undefined): Promise<void> {
  const { model, purpose, font } = editor;
  const { document } = model;
  const page = model.pages[index]!;
  const content = readContent(document, page);
  const resources = resourcesOf(document, page);
  const pictures = await maskedPictures(editor, index, targets?.pictures ?? new Map<PagePicture, WordMark[]>());
  const glyphs = model.facts[index]!.glyphs.unpack();
  const taken = targets?.glyphs ?? new Set<number>();
  const hits = hitTest(glyphs, taken);
  const common: ContentEdits = {
    dropsGlyph: (shown) => hits.isHit(shown),
    hides: purpose === 'anonymize' ? (group) => editor.hides(group) : () => false,
    replacesImage: (image, place) => pictures.replace(image, place),
    dropsBlock: () => false,
    renames: (name) => editor.renames(name),
    followsText: taken.size > 0,
    cleans: purpose === 'anonymize',
  };
  const blocks =
    purpose === 'restore' && targets !== undefined ? blocksHit(document, content, resources, common) : NO_BLOCKS;
  const edits: ContentEdits = { ...common, dropsBlock: (id) => blocks.has(id) };
  const edited = editContent(document, content, resources, edits);
  if (!pictures.isDone()) throw new UnsupportedContent('picture');
  if (purpose === 'anonymize' && !hits.areAllFound()) throw new UnsupportedContent('text');
  const marks = (targets?.marks ?? []).map((mark) => drawnMark(purpose, { glyphs, taken }, mark, blocks));
  if (!edited.changed && marks.length === 0) return;
  const open = 'q\n'.repeat(1 + edited.missingStates);
  const close = '\nQ'.repeat(1 + edited.openStates);
  const drawn = marks.map((mark) => markOperators(mark, font)).join('\n');
  page.set(
    'Contents',
    document.add(
      packedStream(Buffer.concat([Buffer.from(open), edited.bytes, Buffer.from(`${close}\n${drawn}\n`, 'latin1')])),
    ),
  );
  page.set('Resources', marks.length === 0 ? edited.resources : withLabelFont(document, edited.resources, font));
}

function readContent(document: PdfDocument, page: PdfDict): Uint8Array {
  try {
    return contentOf(document, page);
  } catch {
    throw new UnsupportedContent('content');
  }
}

export function withLabelFont(document: PdfDocument, resources: PdfDict, font: EmbeddedFont): PdfDict {
  const fonts = new Map(document.dict(resources.get('Font')) ?? []);
  return new Map(resources).set('Font', fonts.set(font.name, font.reference));
}

/** What was noted with a block that was drawn for a replacement. */
interface BlockNotes {
  readonly size: number;
  readonly width: number;
  /** Of the label from the left of the box. */
  readonly shift: number;
  readonly dark: boolean;
}

/** Blocks that hold glyphs to be taken out. */
interface HitBlocks {
  has(id: number): boolean;
  /** Notes of the block in which the glyphs of a mark lie; null where there is none. */
  notesAt(mark: TargetMark): BlockNotes | null;
}

const NO_BLOCKS: HitBlocks = Object.freeze({ has: () => false, notesAt: () => null });

function blocksHit(document: PdfDocument, content: Uint8Array, resources: PdfDict, edits: ContentEdits): HitBlocks {
  const notes = new Map<number, BlockNotes>();
  const hits: (ShownGlyph & { readonly block: number })[] = [];
  editContent(document, content, resources, {
    ...edits,
    cleans: false,
    replacesImage: () => null,
    dropsGlyph(glyph) {
      const { block } = glyph;
      if (block !== null && edits.dropsGlyph(glyph)) hits.push({ ...glyph, block });
      return false;
    },
    dropsBlock(id, entries) {
      const number = (key: string) => {
        const value = document.resolve(entries.get(key));
        return typeof value === 'number' ? value : 0;
      };
      const dark = entries.get('Dark') === true;
      // Only the box with the label holds glyphs; the first of the boxes of a value is not always that one.
      if (number('Label') === 1)
        notes.set(id, { size: number('Size'), width: number('Width'), shift: number('Shift'), dark });
      return false;
    },
  });
  const ids = new Set(hits.map(({ block }) => block));
  return {
    has: (id) => ids.has(id),
    notesAt({ box, turn }) {
      const hit = hits.find(({ centerX, centerY }) => contains(box, ...toFrame(turn ?? 0, centerX, centerY)));
      return hit === undefined ? null : (notes.get(hit.block) ?? null);
    },
  };
}

/** Heights above and below the baseline that PDFium's reader gives a line of font size 1. */
const LINE = Object.freeze({ above: 0.8, below: 0.25 });
/** Space before the next character, in font sizes, and what is none. */
const GAP = 0.22;
const TOUCHING = 0.06;
/** Rounding, in points. */
const EDGE = 0.01;

/** The characters of a page and which of them go. */
interface TakenGlyphs {
  readonly glyphs: readonly GlyphOrGap[];
  /** Places in `glyphs`. */
  readonly taken: ReadonlySet<number>;
}

function drawnMark(
  purpose: PageEditor['purpose'],
  onPage: TakenGlyphs,
  mark: TargetMark,
  blocks: HitBlocks,
): DrawnMark {
  const { box, turn } = mark;
  if (turn === undefined) return { ...mark, ...blackBox(box) };
  const size = (box.bottom - box.top) / (LINE.above + LINE.below);
  const baseline = box.top + LINE.above * size;
  const { next, limit } = roomBeside(onPage, turn, box, size);
  const isFollowed = next - box.right < TOUCHING * size;
  if (purpose === 'anonymize')
    return { ...mark, style: 'tint', baseline, size, limit: Math.max(limit, box.right), isFollowed };
  const notes = blocks.notesAt(mark);
  if (notes === null) return { ...mark, style: 'plain', baseline, size, limit: Math.max(limit, box.right), isFollowed };
  if (notes.dark) return { ...mark, ...blackBox(box) };
  const left = box.left - notes.shift;
  const original = { ...box, left, right: left + notes.width };
  return { ...mark, box: original, style: 'plain', baseline, size: notes.size, limit: original.right, isFollowed };
}

/** In a picture the label keeps to its box. */
export function blackBox(box: Box) {
  return {
    style: 'black',
    baseline: box.bottom,
    size: box.bottom - box.top,
    limit: box.right,
    isFollowed: false,
  } as const;
}

/** The next character on the line, and how far to the right a label may run: to just before it, or as far as text reaches on the page. */
function roomBeside(
  { glyphs, taken }: TakenGlyphs,
  turn: Turn,
  box: Box,
  size: number,
): { readonly next: number; readonly limit: number } {
  const isOwn = (glyph: Glyph, index: number) =>
    taken.has(index) && overlap(glyph, box) > 0.5 && glyph.left >= box.left - EDGE && glyph.right <= box.right + EDGE;
  let next = Infinity;
  let edge = box.right;
  glyphs.forEach((glyph, index) => {
    if (glyph?.turn !== turn) return;
    edge = Math.max(edge, glyph.right);
    if (glyph.left < box.left || overlap(glyph, box) < 0.2 || isOwn(glyph, index)) return;
    next = Math.min(next, glyph.left);
  });
  return { next, limit: next === Infinity ? edge : next - GAP * size };
}

interface MaskedPictures {
  replace(image: PdfDict, place: PagePicture['place']): PdfRef | null;
  /** Whether every picture has been found in the content. */
  isDone(): boolean;
}

/** Largest difference, in points, between two ways to compute where a picture is. */
const SAME_PLACE = 0.5;
const MASKS = Object.freeze(['SMask', 'Mask', 'Interpolate', 'Intent']);

async function maskedPictures(
  { pdfium, model, look }: PageEditor,
  page: number,
  targets: ReadonlyMap<PagePicture, readonly WordMark[]>,
): Promise<MaskedPictures> {
  const { document, bytes } = model;
  const made: { readonly picture: PagePicture; readonly reference: PdfRef; done: boolean }[] = [];
  for (const [picture, marks] of targets) {
    const raster = withDocument(pdfium, bytes, (handle) => storedPixels(pdfium, handle, page, picture.index));
    const toUnit = inverse(picture.place);
    if (raster === null || toUnit === null) throw new UnsupportedContent('picture');
    const toPixels = multiply(toUnit, [raster.width, 0, 0, -raster.height, 0, raster.height]);
    // All boxes are measured before the first is black.
    const covers = marks.map((mark) => {
      const { box, toUser, around } = mark;
      const remaining = inkRemains(mark, model.facts[page]!, page);
      return { box, toPixels: multiply(toUser, toPixels), around, remaining };
    });
    const boxes = await coverWords(raster, covers, look);
    for (const [index, { toUser }] of marks.entries()) {
      const corners: Corners = userCorners({ box: boxes[index]!, toUser }).map(([x, y]) => apply(toPixels, x, y));
      blacken(raster, corners);
    }
    made.push({
      picture,
      reference: await addPicture(document, raster, raster.channels === 3 ? 'jpeg' : 'lossless'),
      done: false,
    });
  }
  return {
    isDone: () => made.every(({ done }) => done),
    replace(image, place) {
      const found = made.find(({ picture }) =>
        picture.place.every((value, index) => Math.abs(value - place[index]!) < SAME_PLACE),
      );
      const stream = found === undefined ? null : document.resolve(found.reference);
      if (found === undefined || !isKind(stream, 'stream') || document.resolve(image.get('ImageMask')) === true)
        return null;
      for (const key of MASKS) {
        const value = image.get(key);
        // A list of transparent colours would not fit pixels that were coded anew.
        if (value !== undefined && !Array.isArray(document.resolve(value))) stream.dict.set(key, value);
      }
      found.done = true;
      return found.reference;
    },
  };
}

/** Corners of a mark in the user space of the page. */
export function userCorners({ box, toUser }: Pick<TargetMark, 'box' | 'toUser'>): Corners {
  return [
    apply(toUser, box.left, box.top),
    apply(toUser, box.right, box.top),
    apply(toUser, box.right, box.bottom),
    apply(toUser, box.left, box.bottom),
  ];
}
