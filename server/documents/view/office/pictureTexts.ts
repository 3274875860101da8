import type { ViewParagraph } from '../../../contract/documentView.ts';
import { PART_BREAK } from '../../inPlace/placedText.ts';
import type { TextPlace } from '../../inPlace/types.ts';

/** The words of the pictures in a document, for views that show them where the picture stands. */
export interface PictureTexts {
  /** The lines of a picture, none where it has no words. @param part - of the package */
  lines(part: string | undefined): ViewParagraph[];
}

/** Small and grey, so that they are not taken for text of the document. */
const LOOK = Object.freeze({ size: 8, color: '5a686e' });

/** Words of pictures, line by line. */
export function pictureLines(text: string, start: number, end: number): ViewParagraph[] {
  return [...text.slice(start, end).matchAll(/\S[^\n]*/g)].map(({ 0: line, index }) => {
    const from = start + index;
    return { kind: 'paragraph', runs: [{ start: from, end: from + line.trimEnd().length, ...LOOK }] };
  });
}

/**
 * @param text - the text of the document
 * @param places - where it stands, as it was read
 */
export function createPictureTexts(text: string, places: readonly TextPlace[]): PictureTexts {
  const known = new Map(places.flatMap((place) => (place.part.kind === 'picture' ? [[place.part.name, place]] : [])));
  return {
    lines(part) {
      const place = known.get(part);
      return place === undefined ? [] : pictureLines(text, place.start, place.end);
    },
  };
}

/**
 * The words of the pictures in a source (HTML, RTF), which follow its own text; null when the text is that of another source.
 * @param ownText - the text without them
 */
export function wordsBehind(text: string, ownText: string, hasPictures: boolean): ViewParagraph[] | null {
  if (text === ownText) return [];
  if (!hasPictures || !text.startsWith(ownText)) return null;
  const isJoined = ownText === '' || text.startsWith(PART_BREAK, ownText.length);
  return isJoined ? pictureLines(text, ownText.length, text.length) : null;
}
