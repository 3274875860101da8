import type { PageWord, ViewPart, ViewPlace } from '../../contract/documentView.ts';
import type { Segment } from '../inPlace/placedText.ts';
import { frameOf } from '../inPlace/pdf/frames.ts';
import { rectangleOf } from '../inPlace/pdf/appearances.ts';
import { normalized, readModel, type PdfModel } from '../inPlace/pdf/model.ts';
import { annotationsOf } from '../inPlace/pdf/pages.ts';
import type { TextSlot } from '../inPlace/pdf/slots.ts';
import { wordsToUser } from '../inPlace/pdf/targets.ts';
import { shownOn, type ShownSource } from '../inPlace/pdf/textLayer.ts';
import { unpackLayout, type RecognizedPictures } from '../inPlace/recognition/layout.ts';
import type { RecognizedPicture, Recognizer } from '../inPlace/recognition/types.ts';
import { letterBox } from '../inPlace/recognition/words.ts';
import { union, type Box } from '../layout/lines.ts';
import { inverse, multiply, type Matrix } from '../layout/matrix.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { directionOf, placeOnPage } from './pageBoxes.ts';
import type { BuiltView, ViewSource } from './types.ts';

/** Words were recognized when the document was read, or never. */
const NO_RECOGNIZER: Recognizer = Object.freeze({
  recognize: () => Promise.reject(new TypeError('pages are not recognized for a view')),
  close: () => Promise.resolve(),
});
const NOTHING_RECOGNIZED: RecognizedPictures = new Map<string, RecognizedPicture>();

/** The pages of a PDF with the places of its words, also of those in form fields and annotations. */
export async function viewPdf(
  pdfium: Pdfium,
  { bytes, text, layout }: Pick<ViewSource, 'bytes' | 'text' | 'layout'>,
): Promise<BuiltView> {
  const model = await readModel(pdfium, normalized(pdfium, bytes), NO_RECOGNIZER, {
    recognized: layout === null ? NOTHING_RECOGNIZED : unpackLayout(layout),
    signal: new AbortController().signal,
  });
  // A job of an older version was read in another way: its offsets would point at the wrong words.
  const located = model.placed.text === text;
  const pages = model.facts.map(({ width, height }): ViewPart => ({ width, height }));
  const { words, places } = located ? wordsOf(model) : { words: pages.map((): PageWord[] => []), places: [] };
  return {
    ...{ kind: 'pages', located, areas: true, parts: pages, sheets: [], files: [], places },
    contents: words.map((list) => ({ kind: 'page', words: list })),
  };
}

/** A stretch of the text on one page whose letters stand beside each other. */
interface Found {
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly box: Box;
  readonly toUser: Matrix;
  readonly isWhole: boolean;
}

function wordsOf(model: PdfModel): { readonly words: readonly PageWord[][]; readonly places: ViewPlace[] } {
  const toPage = model.facts.map(({ toUser }) => inverse(toUser));
  const words = model.facts.map((): PageWord[] => []);
  const places: ViewPlace[] = [];
  for (const { page, start, end, box, toUser, isWhole } of foundIn(model)) {
    const display = toPage[page] ?? null;
    if (display === null) continue;
    const matrix = multiply(toUser, display);
    const direction = isWhole ? null : directionOf(matrix, model.facts[page]!);
    words[page]!.push({ start, end, ...placeOnPage(box, matrix), direction });
    const last = places.at(-1);
    if (last?.part === page + 1) places[places.length - 1] = { ...last, end };
    else places.push({ start, end, part: page + 1 });
  }
  return { words, places };
}

function* foundIn(model: PdfModel): Generator<Found> {
  for (let page = 0; page < model.pages.length; page += 1) yield* foundOn(model, page);
  const slots = slotBoxes(model);
  for (const { source, start, end } of model.placed.segments) {
    const place = source.kind === 'slot' ? slots.get(source.slot) : undefined;
    if (place !== undefined) yield { ...place, start, end, toUser: frameOf(null), isWhole: true };
  }
}

function* foundOn(model: PdfModel, page: number): Generator<Found> {
  const shown = shownOn(model, page);
  let index = 0;
  while (index < shown.length) {
    const first = shown[index]!;
    const { source, start, end, from } = first;
    index += 1;
    if (source.kind === 'word') {
      const { word, picture } = source;
      const box = letterBox(word, { start: from, end: from + end - start });
      yield { page, start, end, box, toUser: wordsToUser(model, page, picture), isWhole: false };
    } else {
      const letters = [{ ...first, source }];
      let until = end;
      for (let next = shown[index]; next !== undefined && continues(next, letters[0]!, until); next = shown[index]) {
        letters.push(next);
        until = next.end;
        index += 1;
      }
      for (const group of withoutMarks(letters)) {
        const box = union(group.map((letter) => letter.source.glyph));
        const range = { start: group[0]!.start, end: group.at(-1)!.end };
        yield { page, ...range, box, toUser: frameOf(source.glyph.turn), isWhole: false };
      }
    }
  }
}

type LetterSegment = Segment<Extract<ShownSource, { readonly kind: 'letter' }>>;

/** Whether a segment is the next letter of a word: nothing stands between, and the letters share a line. */
function continues(next: Segment<ShownSource>, first: LetterSegment, until: number): next is LetterSegment {
  if (next.start !== until || next.source.kind !== 'letter') return false;
  const { turn } = first.source.glyph;
  return next.source.glyph.turn === turn && turn !== null;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Punctuation around a word apart from it: finds end before it, and letters are only taken to be equally wide inside a word. */
function withoutMarks(letters: readonly LetterSegment[]): (readonly LetterSegment[])[] {
  const isLetter = ({ source }: LetterSegment) => WORD_CHARACTER.test(source.glyph.text);
  const first = letters.findIndex(isLetter);
  if (first < 0) return [letters];
  const last = letters.findLastIndex(isLetter) + 1;
  return [letters.slice(0, first), letters.slice(first, last), letters.slice(last)].filter(({ length }) => length > 0);
}

/** Where the texts of annotations and fields are shown, in the user space of their page. */
function slotBoxes({ document, pages, slots }: PdfModel): ReadonlyMap<TextSlot, { page: number; box: Box }> {
  const boxes = new Map<TextSlot, { page: number; box: Box }>();
  pages.forEach((dict, page) => {
    for (const annotation of annotationsOf(document, dict)) {
      const { left, right, top, bottom } = rectangleOf(document, annotation);
      // Frames for text at any angle look down, the user space of a page looks up.
      const box = { left, right, top: -bottom, bottom: -top };
      for (const slot of slots.ofAnnotation.get(annotation) ?? []) if (!boxes.has(slot)) boxes.set(slot, { page, box });
    }
  });
  return boxes;
}
