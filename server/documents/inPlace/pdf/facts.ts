import type { Box } from '../../layout/lines.ts';
import { apply, inverse, type Matrix } from '../../layout/matrix.ts';
import { readGlyphs, type GlyphOrGap } from '../../pdf/glyphs.ts';
import { packGlyphs, type PackedGlyphs } from '../../pdf/packedGlyphs.ts';
import { imageCover } from '../../pdf/page.ts';
import { withPage, type Pdfium } from '../../pdf/pdfium.ts';
import { needsRecognition } from '../../pdf/quality.ts';
import { pageText } from '../../pdf/words.ts';

/** A picture on a page that may hold words. */
export interface PagePicture {
  /** Place among the objects of the page. */
  readonly index: number;
  /** In fractions of the page as it is shown, from its upper left corner. */
  readonly box: Box;
  /** Maps the unit square to the user space of the page. */
  readonly place: Matrix;
  /** It covers so much of the page that the page's text stands on it, as on a scanned form that was filled in. */
  readonly underText: boolean;
}

/** What PDFium knows of a page. */
export interface PageFacts {
  readonly glyphs: PackedGlyphs;
  /** What they say, in reading order: the text layer. */
  readonly layer: string;
  /** The text layer is missing or useless: the words are in pixels or paths. */
  readonly recognize: boolean;
  /** Some of the text is not shown and lies over a picture of it. */
  readonly scanned: boolean;
  readonly pictures: readonly PagePicture[];
  /** Size in points as it is shown. */
  readonly width: number;
  readonly height: number;
  /** Leads from the page as it is shown, in fractions of its size from the upper left corner, to its user space. */
  readonly toUser: Matrix;
}

/** FPDF_PAGEOBJ_IMAGE (public/fpdf_edit.h). */
const OBJECT_IMAGE = 3;
const OBJECTS_LOOKED_AT = 20_000;

/** Pictures on pages with a text layer are looked into when they can hold words that matter: at least so large on paper, with so many pixels. */
const PICTURE = Object.freeze({ squareInches: 0.6, shortSideInches: 0.2, widthPixels: 100, heightPixels: 24 });
/** More of this size than a page has room for, unless they lie over each other. */
const PICTURES_PER_PAGE = 100;
/** Share of the page from which a picture has the page's text on it. */
const COVERING_SHARE = 0.6;
const POINTS_PER_INCH = 72;
/** Share of the page that the picture behind invisible text covers. */
const SCAN_SHARE = 0.4;

export function readFacts(pdfium: Pdfium, document: number, index: number): PageFacts {
  const { api } = pdfium;
  return withPage(pdfium, document, index, (page) => {
    const { glyphs, unmapped } = readGlyphs(pdfium, page);
    const objects = api.FPDFPage_CountObjects(page);
    const cover = imageCover(pdfium, page, objects);
    const width = api.FPDF_GetPageWidthF(page);
    const height = api.FPDF_GetPageHeightF(page);
    const toUser = displayToUser(pdfium, page);
    const pictures = picturesOf(pdfium, page, Math.min(objects, OBJECTS_LOOKED_AT), { width, height, toUser });
    return {
      glyphs: packGlyphs(glyphs),
      layer: pageText(glyphs),
      recognize: needsRecognition({ glyphs, unmapped, objects, imageCover: cover }),
      scanned: cover >= SCAN_SHARE && glyphs.some((glyph) => glyph?.invisible === true),
      // Text that is not shown tells what the picture under it shows.
      pictures: isLayer(glyphs) ? pictures.filter(({ underText }) => !underText) : pictures,
      width,
      height,
      toUser,
    };
  });
}

function isLayer(glyphs: readonly GlyphOrGap[]): boolean {
  const letters = glyphs.filter((glyph) => glyph !== null);
  return 2 * letters.filter(({ invisible }) => invisible).length > letters.length;
}

/** Device units that the page is measured in: PDFium takes whole numbers. */
const UNITS = 1 << 20;

function displayToUser(pdfium: Pdfium, page: number): Matrix {
  return pdfium.withMemory(16, (out) => {
    const point = (x: number, y: number): [number, number] => {
      pdfium.api.FPDF_DeviceToPage(page, 0, 0, UNITS, UNITS, 0, x, y, out, out + 8);
      return [pdfium.doubles()[out >> 3]!, pdfium.doubles()[(out >> 3) + 1]!];
    };
    const [originX, originY] = point(0, 0);
    const [rightX, rightY] = point(UNITS, 0);
    const [downX, downY] = point(0, UNITS);
    return [rightX - originX, rightY - originY, downX - originX, downY - originY, originX, originY];
  });
}

function picturesOf(
  pdfium: Pdfium,
  page: number,
  objects: number,
  { width, height, toUser }: Pick<PageFacts, 'width' | 'height' | 'toUser'>,
): PagePicture[] {
  const { api } = pdfium;
  const pictures: PagePicture[] = [];
  for (let index = 0; index < objects && pictures.length < PICTURES_PER_PAGE; index += 1) {
    const object = api.FPDFPage_GetObject(page, index);
    if (api.FPDFPageObj_GetType(object) !== OBJECT_IMAGE || !hasPixels(pdfium, object)) continue;
    const place = pdfium.withMemory(24, (out) =>
      api.FPDFPageObj_GetMatrix(object, out)
        ? (Array.from(pdfium.floats().subarray(out >> 2, (out >> 2) + 6)) as unknown as Matrix)
        : null,
    );
    if (place === null) continue;
    const box = displayBox(place, toUser);
    const [inchesAcross, inchesDown] = [
      ((box.right - box.left) * width) / POINTS_PER_INCH,
      ((box.bottom - box.top) * height) / POINTS_PER_INCH,
    ];
    const share = (box.right - box.left) * (box.bottom - box.top);
    const isLarge =
      inchesAcross * inchesDown >= PICTURE.squareInches &&
      Math.min(inchesAcross, inchesDown) >= PICTURE.shortSideInches;
    if (isLarge) pictures.push({ index, box, place, underText: share >= COVERING_SHARE });
  }
  return pictures;
}

function hasPixels(pdfium: Pdfium, object: number): boolean {
  return pdfium.withMemory(8, (out) => {
    if (!pdfium.api.FPDFImageObj_GetImagePixelSize(object, out, out + 4)) return false;
    const view = new DataView(pdfium.bytes().buffer, out, 8);
    return view.getUint32(0, true) >= PICTURE.widthPixels && view.getUint32(4, true) >= PICTURE.heightPixels;
  });
}

/** Bounds of what the unit square is mapped to, clipped to the page. */
function displayBox(place: Matrix, toUser: Matrix): Box {
  const toDisplay = inverse(toUser);
  const corners = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([x, y]) => {
    const [userX, userY] = apply(place, x, y);
    return toDisplay === null ? ([0, 0] as const) : apply(toDisplay, userX, userY);
  });
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return {
    left: clip(Math.min(...corners.map(([x]) => x))),
    right: clip(Math.max(...corners.map(([x]) => x))),
    top: clip(Math.min(...corners.map(([, y]) => y))),
    bottom: clip(Math.max(...corners.map(([, y]) => y))),
  };
}
