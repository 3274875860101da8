import type { PageWord, ViewPart, ViewPlace } from '../../contract/documentView.ts';
import { openPicture, type InPlacePicture } from '../inPlace/image/pictureFile.ts';
import { textOf } from '../inPlace/image/pictureFormat.ts';
import { unpackLayout, type RecognizedPictures } from '../inPlace/recognition/layout.ts';
import type { RecognizedPicture } from '../inPlace/recognition/types.ts';
import { letterBox } from '../inPlace/recognition/words.ts';
import { directionOf, placeOnPage } from './pageBoxes.ts';
import type { BuiltView, ViewSource } from './types.ts';

/** Pictures tell no size on paper that could be trusted: shown as pages of this width, the way they can be read. A4 in points. */
const PAGE_WIDTH = 595;

/** The pages of a picture file, or the frames of an animation, with the places of recognized words. */
export async function viewPicture(
  format: InPlacePicture,
  { bytes, text, layout }: Pick<ViewSource, 'bytes' | 'text' | 'layout'>,
): Promise<BuiltView> {
  const file = await openPicture(bytes, format);
  const recognized = layout === null ? new Map<string, RecognizedPicture>() : unpackLayout(layout);
  const placed = textOf(recognized, file.pages);
  const located = placed.text === text;
  const parts: ViewPart[] = [];
  for (let page = 0; page < file.pages; page += 1) {
    const { width, height } = await file.open(page);
    const { turn = 0 } = turnOf(recognized, page);
    const scale = PAGE_WIDTH / (turn % 2 === 0 ? width : height);
    parts.push({ width: width * scale, height: height * scale, ...(turn !== 0 && { turn }) });
  }
  const words = parts.map((): PageWord[] => []);
  const places: ViewPlace[] = [];
  for (const { source, start, end, from } of located ? placed.segments : []) {
    const { toPicture } = recognized.get(String(source.page))!;
    const { width = 1, height = 1 } = parts[source.page - 1]!;
    const box = letterBox(source.word, { start: from, end: from + end - start });
    const direction = directionOf(toPicture, { width, height });
    words[source.page - 1]!.push({ start, end, ...placeOnPage(box, toPicture), direction });
    const last = places.at(-1);
    if (last?.part === source.page) places[places.length - 1] = { ...last, end };
    else places.push({ start, end, part: source.page });
  }
  return {
    ...{ kind: 'pages', located, areas: true, parts, sheets: [], files: [], places },
    contents: words.map((list) => ({ kind: 'page', words: list })),
  };
}

/** Lines that go down, left or up become ones that go right after this many quarter turns clockwise. */
function turnOf(recognized: RecognizedPictures, page: number): Pick<ViewPart, 'turn'> {
  const found = recognized.get(String(page + 1));
  if (found === undefined || found.words.length === 0) return {};
  const direction = directionOf(found.toPicture, { width: 1, height: 1 });
  return direction === 0 ? {} : { turn: (4 - direction) % 4 };
}
