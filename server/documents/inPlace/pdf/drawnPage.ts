import { union, type Box } from '../../layout/lines.ts';
import { apply, multiply, type Matrix } from '../../layout/matrix.ts';
import type { Turn } from '../../pdf/glyphs.ts';
import { withDocument } from '../../pdf/pdfium.ts';
import { coverWords, type WordCover } from '../recognition/coverWords.ts';
import { letterBox } from '../recognition/words.ts';
import type { PageArea, TextReplacement } from '../types.ts';
import { markOperators, matrixText, showText } from './drawMarks.ts';
import { blackBox, userCorners, type PageEditor } from './editPage.ts';
import { frameOf, toFrame } from './frames.ts';
import { growToGap } from './growToGap.ts';
import { resourcesOf } from './pages.ts';
import { addPicture, blacken, drawUnrotated, type Corners, type Packing } from './pictures.ts';
import { numberText, packedStream } from './syntax/document.ts';
import { dictOf, isKind } from './syntax/values.ts';
import { inkRemains, wordsToUser, type PageTargets, type TargetMark, type WordMark } from './targets.ts';
import { shownOn, type ShownSource } from './textLayer.ts';
import type { Segment } from '../placedText.ts';

const DPI = 300;
const PICTURE_NAME = 'DecknamePage';

/**
 * Puts a picture of a page in the place of its content: what is replaced and the drawn areas are blackened in the pixels, the labels are written over them,
 * and all other words lie over the picture as invisible text. Nothing of the former content stays.
 */
export async function drawPageAnew(
  editor: PageEditor,
  index: number,
  targets: PageTargets | undefined,
  replacements: readonly TextReplacement[],
  areas: readonly PageArea[],
): Promise<void> {
  const { pdfium, model, font } = editor;
  const { document, bytes, facts } = model;
  const page = model.pages[index]!;
  const { toUser } = facts[index]!;
  const raster = withDocument(pdfium, bytes, (handle) => drawUnrotated(pdfium, handle, index, DPI));
  const covered: TargetMark[] = areas.map(({ x, y, width, height }) => ({
    ...{ id: 0, replacement: '', label: '' },
    box: { left: x, right: x + width, top: y, bottom: y + height },
    toUser,
  }));
  const frame = pageBox(toUser);
  const [across, down] = [raster.width / (frame.right - frame.left), raster.height / (frame.bottom - frame.top)];
  const userToPixels: Matrix = [across, 0, 0, -down, -frame.left * across, frame.bottom * down];
  const toPixels = ([x, y]: readonly [number, number]): readonly [number, number] => apply(userToPixels, x, y);
  const toUserPoint = (x: number, y: number): readonly [number, number] => [
    frame.left + (x / raster.width) * (frame.right - frame.left),
    frame.bottom - (y / raster.height) * (frame.bottom - frame.top),
  ];
  const wanted = targets?.marks ?? [];
  const onWords = wanted.filter(isOnWords).map((mark): WordCover => {
    const { box, toUser: place, around } = mark;
    return { box, toPixels: multiply(place, userToPixels), around, remaining: inkRemains(mark, facts[index]!, index) };
  });
  const look = { ...editor.look, areas: covered.map((mark) => boundsOf(userCorners(mark).map(toPixels))) };
  const overWords = (await coverWords(raster, onWords, look)).values();
  const own = wanted.map((mark): TargetMark => {
    if (mark.around !== undefined) return { ...mark, box: overWords.next().value! };
    if (mark.turn === undefined || mark.turn === null) return mark;
    const pixels = boundsOf(userCorners(mark).map(toPixels));
    const grown = growToGap(raster, pixels, mark.turn % 2 === 1);
    return {
      ...mark,
      box: toFrameBox(mark.turn, toUserPoint(grown.left, grown.top), toUserPoint(grown.right, grown.bottom)),
    };
  });
  const marks = [...own, ...covered];
  for (const mark of marks) blacken(raster, userCorners(mark).map(toPixels));
  const picture = await addPicture(document, raster, packingOf(editor, index));
  const hidden = marks.map(userCorners);
  const words = wordsLeft(editor, index, replacements)
    .filter((word) => !hidden.some((corners) => covers(corners, word)))
    .map(({ text, box, toUser: place }) => invisibleText(text, box, place, editor));
  const drawn = marks.map((mark) => markOperators({ ...mark, ...blackBox(mark.box) }, font));
  const size = [frame.right - frame.left, 0, 0, frame.bottom - frame.top, frame.left, frame.top].map(numberText);
  const content = [`q ${size.join(' ')} cm /${PICTURE_NAME} Do Q`, ...words, ...drawn].join('\n');
  page.set('Contents', document.add(packedStream(Buffer.from(content, 'latin1'))));
  page.set(
    'Resources',
    dictOf({
      XObject: dictOf({ [PICTURE_NAME]: picture }),
      Font: dictOf({ [font.name]: font.reference }),
    }),
  );
  page.delete('StructParents');
  page.delete('Group');
}

const isOnWords = (mark: TargetMark): mark is WordMark => mark.around !== undefined;

function boundsOf(points: Corners): Box {
  return union(points.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })));
}

/** The box between two points of the user space in the axes of a turn. */
function toFrameBox(turn: Turn, a: readonly [number, number], b: readonly [number, number]): Box {
  return boundsOf([toFrame(turn, ...a), toFrame(turn, ...b)]);
}

/** The page in its user space; `top` is the lower edge, the smaller y. */
function pageBox(toUser: Matrix): Box {
  const corners = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([x, y]) => apply(toUser, x, y));
  return boundsOf(corners);
}

/** A scan in black and white stays one. */
function packingOf({ model }: PageEditor, index: number): Packing {
  const { document, pages } = model;
  const objects = document.dict(resourcesOf(document, pages[index]!).get('XObject'));
  const pictures = [...(objects?.values() ?? [])].flatMap((value) => {
    const object = document.resolve(value);
    return isKind(object, 'stream') && object.dict.has('Width') ? [object.dict] : [];
  });
  const isBitonal =
    pictures.length > 0 &&
    pictures.every(
      (dict) =>
        document.resolve(dict.get('BitsPerComponent')) === 1 || document.resolve(dict.get('ImageMask')) === true,
    );
  return isBitonal ? 'bitonal' : 'jpeg';
}

interface PlacedWord {
  readonly text: string;
  readonly box: Box;
  readonly toUser: Matrix;
}

/** The words of a page that no replacement takes, in reading order. */
function wordsLeft({ model }: PageEditor, page: number, replacements: readonly TextReplacement[]): PlacedWord[] {
  const shown = shownOn(model, page);
  const [from, to] = [shown[0]?.start ?? 0, shown.at(-1)?.end ?? 0];
  const ownReplacements = replacements.filter(({ start, end }) => start < to && end > from);
  const left = shown.flatMap((segment) => remaining(segment, ownReplacements));
  const words: PlacedWord[] = [];
  let end = -1;
  for (const { start, end: stop, source, from: offset } of left) {
    const text = model.placed.text.slice(start, stop);
    if (source.kind === 'word') {
      const box = letterBox(source.word, { start: offset, end: offset + stop - start });
      words.push({ text, box, toUser: wordsToUser(model, page, source.picture) });
    } else {
      const last = words.at(-1);
      const { glyph } = source;
      const continues =
        last !== undefined && start === end && glyph.top < last.box.bottom && glyph.left >= last.box.left;
      if (continues) words[words.length - 1] = { ...last, text: last.text + text, box: union([last.box, glyph]) };
      else words.push({ text, box: union([glyph]), toUser: frameOf(glyph.turn) });
    }
    end = stop;
  }
  return words;
}

function remaining(segment: Segment<ShownSource>, replacements: readonly TextReplacement[]): Segment<ShownSource>[] {
  const parts: Segment<ShownSource>[] = [];
  let at = segment.start;
  const keep = (end: number) => {
    if (end > at) parts.push({ ...segment, start: at, end, from: segment.from + at - segment.start });
  };
  for (const { start, end } of replacements) {
    if (end <= segment.start) continue;
    if (start >= segment.end) break;
    keep(start);
    at = Math.max(at, Math.min(end, segment.end));
  }
  keep(segment.end);
  return parts;
}

/** Whether the middle of a word lies in a covered stretch. */
function covers(corners: Corners, { box, toUser }: PlacedWord): boolean {
  const [x, y] = apply(toUser, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const sides = corners.map(([x0, y0], index) => {
    const [x1, y1] = corners[(index + 1) % corners.length]!;
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

const LETTERS = 0.8;

function invisibleText(text: string, box: Box, toUser: Matrix, { font }: PageEditor): string {
  const size = LETTERS * (box.bottom - box.top);
  const units = font.width(text);
  const stretch = units * size === 0 ? 1 : (box.right - box.left) / (units * size);
  const shown = showText(font, text, { left: box.left, baseline: box.bottom - 0.2 * size, size, stretch }, true);
  return `q ${matrixText(toUser)} cm ${shown} Q`;
}
