import type { Box } from '../../layout/lines.ts';
import { layoutPieces } from '../../layout/text.ts';
import type { RecognizedWord } from '../../ocr/engine.ts';
import type { Hit, PlacedTextBuilder } from '../placedText.ts';
import type { RecognizedPicture } from './types.ts';

/** Adds the words of a picture in reading order; `sourceOf` says what stands for a word. */
export function addWords<S>(
  text: PlacedTextBuilder<S>,
  { words }: Pick<RecognizedPicture, 'words'>,
  sourceOf: (word: RecognizedWord) => S,
): void {
  for (const piece of layoutPieces(words)) {
    // layoutPieces hands back the very words it was given.
    const word = piece.word as RecognizedWord | null;
    text.add(piece.text, word === null ? null : sourceOf(word), piece.from);
  }
}

/** Room around letters that belongs to them: soft edges of scanned print. */
const MARGIN = 0.12;

/** The whole word, which a hit covers in pictures: nobody can tell where in it a letter ends. */
export function wholeWord({ letters: { left, right, top, bottom } }: RecognizedWord): Box {
  const margin = MARGIN * (bottom - top);
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin };
}

/** The letters of the words that a box does not cover. */
export function lettersBeside(words: readonly RecognizedWord[], box: Box): Box[] {
  return words
    .map(({ letters }) => letters)
    .filter(({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x < box.left || x > box.right || y < box.top || y > box.bottom;
    });
}

/** Where in the box of a word a part of it stands, roughly: letters are taken to be equally wide. */
export function letterBox(word: RecognizedWord, { start, end }: Pick<Hit<unknown>, 'start' | 'end'>): Box {
  const { left, right, top, bottom } = word.letters;
  const width = (right - left) / Math.max(1, word.text.length);
  const margin = MARGIN * (bottom - top);
  return {
    left: start === 0 ? left - margin : left + start * width,
    right: end >= word.text.length ? right + margin : left + end * width,
    top: top - margin,
    bottom: bottom + margin,
  };
}
