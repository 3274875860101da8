import type { ViewParagraph } from '../../../contract/documentView.ts';
import type { TextPlace } from '../../inPlace/types.ts';

/** The words of the pictures in a document, for views that show them where the picture stands. */
export interface PictureTexts {
  /** The lines of a picture, none where it has no words. @param part - of the package */
  lines(part: string | undefined): ViewParagraph[];
}

/** Small and grey, so that they are not taken for text of the document. */
const LOOK = Object.freeze({ size: 8, color: '5a686e' });

/**
 * @param text - the text of the document
 * @param places - where it stands, as it was read
 */
export function createPictureTexts(text: string, places: readonly TextPlace[]): PictureTexts {
  const known = new Map(places.flatMap((place) => (place.part.kind === 'picture' ? [[place.part.name, place]] : [])));
  return {
    lines(part) {
      const place = known.get(part);
      if (place === undefined) return [];
      return [...text.slice(place.start, place.end).matchAll(/\S[^\n]*/g)].map(({ 0: line, index }) => {
        const start = place.start + index;
        return { kind: 'paragraph', runs: [{ start, end: start + line.trimEnd().length, ...LOOK }] };
      });
    },
  };
}
