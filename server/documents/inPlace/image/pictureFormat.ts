import type { Sharp } from 'sharp';
import type { Language } from '../../../contract/common.ts';
import { inLanes } from '../../../core/lanes.ts';
import { collectRemaining, valuesRemain } from '../../failures.ts';
import { readPicture } from '../../image/picture.ts';
import type { Box } from '../../layout/lines.ts';
import { multiply } from '../../layout/matrix.ts';
import { shareOf } from '../shareOf.ts';
import type { RecognizedWord } from '../../ocr/engine.ts';
import { meanConfidence } from '../../ocr/rows.ts';
import { checkExpectedText } from '../expectedText.ts';
import { loadLabelFont, type LabelFont } from '../font/labelFont.ts';
import { marksOf } from '../marks.ts';
import { createPlacedText, hitsOf, type Hit, type PlacedText } from '../placedText.ts';
import { packLayout, unpackLayout, type RecognizedPictures } from '../recognition/layout.ts';
import type { InkRaster } from '../recognition/shades.ts';
import type { RecognizedPicture, Recognizer } from '../recognition/types.ts';
import { coverWords, type SecondLook } from '../recognition/coverWords.ts';
import { addWords, lettersBeside, wholeWord } from '../recognition/words.ts';
import { createSweeper } from '../sweep/createSweeper.ts';
import type {
  CleanedKind,
  ForbiddenValue,
  InPlaceFormat,
  RemainingValue,
  RewriteRequest,
  RewriteResult,
} from '../types.ts';
import { areaCovers, overlaysOf, type Cover } from './overlay.ts';
import { openPicture, type InPlacePicture } from './pictureFile.ts';

/** A recognized word on a page, from 1. */
export interface WordSource {
  readonly page: number;
  readonly word: RecognizedWord;
}

/**
 * Pictures as documents in place: the text is what recognition finds on each page or frame. Rewriting blackens the words in the pixels, writes the
 * placeholder over them and keeps nothing but pixels. Originals cannot be put back: `restore` returns the picture as it is.
 */
export function createPictureFormat(format: InPlacePicture, recognizer: Recognizer): InPlaceFormat {
  let font: Promise<LabelFont> | undefined;

  async function recognizePages(
    bytes: Uint8Array,
    pages: number,
    options: {
      readonly language?: Language;
      readonly signal: AbortSignal;
      readonly onProgress?: (fraction: number) => void;
    },
  ): Promise<RecognizedPictures> {
    const recognized = new Map<string, RecognizedPicture>();
    let language = options.language ?? null;
    let done = 0;
    const one = async (page: number) => {
      const { page: gray } = await readPicture(bytes, format, page);
      const result = await recognizer.recognize(gray, language, options.signal);
      recognized.set(String(page + 1), result);
      done += 1;
      options.onProgress?.(done / pages);
      return result;
    };
    // The language of the first page holds for the rest.
    const first = await one(0);
    if (first.words.length > 0) language ??= first.language;
    const rest = Array.from({ length: pages - 1 }, (_, index) => index + 1);
    await inLanes(rest, LANES, one);
    return recognized;
  }

  return {
    async read(bytes, options) {
      const { pages } = await openPicture(bytes, format);
      const recognized = await recognizePages(bytes, pages, options);
      const { text, places } = textOf(recognized, pages);
      const words = [...recognized.values()].flatMap((picture) => picture.words);
      return { text, places, layout: packLayout(recognized), pages, confidence: meanConfidence(words) };
    },

    async rewrite(bytes, request) {
      if (request.purpose === 'restore') return { bytes, cleaned: [], removed: [] };
      const file = await openPicture(bytes, format);
      const recognized =
        request.layout === undefined ? await recognizePages(bytes, file.pages, request) : unpackLayout(request.layout);
      const placed = textOf(recognized, file.pages);
      checkExpectedText(placed.text, request.expectedText);
      const covers = coversOf(placed, recognized, request);
      const remaining = collectRemaining();
      const pages = [];
      for (let page = 1; page <= file.pages; page += 1) {
        request.signal.throwIfAborted();
        const { source, width, height } = await file.open(page - 1);
        const own = covers.get(page) ?? [];
        const drawn = areaCovers(request.areas ?? [], page);
        const look = { recognizer, signal: request.signal, drawn };
        const onPage = { page, source, ...recognized.get(String(page))! };
        const grown = await remaining.on(async () => (own.length === 0 ? own : await overInk(own, onPage, look)));
        const all = [...(grown ?? []), ...drawn];
        pages.push(
          all.length === 0
            ? source
            : source.composite(overlaysOf(all, { width, height }, await (font ??= loadLabelFont()))),
        );
        request.onProgress?.(page / file.pages, page);
      }
      remaining.check();
      const result = await file.encode(pages);
      const left = [...createSweeper(request.forbidden).valuesInBinary(result, true)];
      if (left.length > 0) throw valuesRemain(left.map(({ value }) => inPixels(value, file.pages)));
      const words = [...covers.values()].reduce(
        (sum, list) => sum + list.filter(({ mark }) => mark.label !== '').length,
        0,
      );
      return { bytes: result, cleaned: counted({ image_text: words, image_metadata: file.metadata }), removed: [] };
    },
  };
}

/** A value whose letters are the bytes of pixels. */
const inPixels = ({ replacement }: ForbiddenValue, pages: number): RemainingValue => ({
  replacement,
  page: pages === 1 ? 1 : null,
  box: null,
  reason: 'data',
});

/** Pages decoded at a time; recognition itself is bounded by the recognizer. */
const LANES = 2;

/** The text of the pages and which word each stretch of it is. */
export function textOf(recognized: RecognizedPictures, pages: number): PlacedText<WordSource> {
  const text = createPlacedText<WordSource>();
  for (let page = 1; page <= pages; page += 1) {
    text.part({ kind: 'page', number: page });
    const picture = recognized.get(String(page));
    if (picture !== undefined) addWords(text, picture, (word) => ({ page, word }));
  }
  return text.finish();
}

function coversOf(
  placed: PlacedText<WordSource>,
  recognized: RecognizedPictures,
  { replacements, forbidden }: RewriteRequest,
): ReadonlyMap<number, Cover[]> {
  const covers = new Map<number, Cover[]>();
  const all = createSweeper(forbidden).extend(placed.text, replacements);
  for (const { replacement, hits } of hitsOf(placed.segments, all)) {
    for (const page of new Set(hits.map(({ source }) => source.page))) {
      const own = hits.filter(({ source }) => source.page === page);
      const boxes = own.map((hit: Hit<WordSource>) => wholeWord(hit.source.word));
      const { toPicture } = recognized.get(String(page))!;
      const list = covers.get(page) ?? [];
      const { text } = replacement;
      list.push(...marksOf(boxes, text).map((mark) => ({ mark, toPicture, replacement: text })));
      covers.set(page, list);
    }
  }
  return covers;
}

/** How light the pixels of a page are. */
async function shadesOf(page: Sharp): Promise<InkRaster> {
  const { data, info } = await page
    .clone()
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

interface RecognizedPage extends RecognizedPicture {
  readonly page: number;
  readonly source: Sharp;
}

/** The covers, so large that no ink of their words is left. */
async function overInk(
  covers: readonly Cover[],
  { words, language, page, source }: RecognizedPage,
  { drawn, ...look }: SecondLook & { readonly drawn: readonly Cover[] },
): Promise<Cover[]> {
  const shades = await shadesOf(source);
  const inPixels = covers.map(({ mark: { box }, toPicture, replacement }) => ({
    box,
    toPixels: multiply(toPicture, [shades.width, 0, 0, shades.height, 0, 0]),
    around: { others: lettersBeside(words, box), language },
    remaining: (left: Box): RemainingValue => ({
      ...{ replacement, page, box: shareOf(left, toPicture), reason: 'ink' },
    }),
  }));
  const areas = drawn.map(({ mark: { box } }) => ({
    ...{ left: box.left * shades.width, right: box.right * shades.width },
    ...{ top: box.top * shades.height, bottom: box.bottom * shades.height },
  }));
  const boxes = await coverWords(shades, inPixels, { ...look, areas });
  return covers.map((cover, index) => ({ ...cover, mark: { ...cover.mark, box: boxes[index]! } }));
}

/** The kinds that occurred. */
export function counted(counts: Readonly<Partial<Record<CleanedKind, number>>>): RewriteResult['cleaned'] {
  return Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind: kind as CleanedKind, count }] : []));
}
