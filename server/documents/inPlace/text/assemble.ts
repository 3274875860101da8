import { LIMITS } from '../../../contract/limits.ts';
import { documentError } from '../../failures.ts';
import type { InPlaceText, TextPlace } from '../types.ts';
import type { Piece, Segment } from './pieces.ts';

/** A piece of a node and where it stands in the text. */
export interface PlacedPiece {
  readonly start: number;
  readonly end: number;
  readonly piece: Piece;
}

/** Pieces that follow each other in the text. The document itself is one track; every mirrored text is another one over a part of it. */
export type Track = readonly PlacedPiece[];

export interface Assembled extends InPlaceText {
  readonly tracks: readonly Track[];
}

/**
 * Joins segments to one text. Separators at the ends of a segment are left out; a line break separates the segments.
 * @param most - characters of the text
 * @throws AppError TEXT_TOO_LARGE
 */
export function assemble(segments: readonly Segment[], most: number = LIMITS.textCharacters): Assembled {
  const texts: string[] = [];
  const places: TextPlace[] = [];
  const main: PlacedPiece[] = [];
  const mirrors: PlacedPiece[][] = [];
  let length = 0;
  const append = (text: string): void => {
    texts.push(text);
    length += text.length;
    if (length > most) throw documentError('TEXT_TOO_LARGE');
  };
  for (const { part, pieces } of segments) {
    const first = pieces.findIndex(({ node }) => node !== undefined);
    if (first < 0) continue;
    if (length > 0) append('\n');
    let place: TextPlace['part'] = pieces[first]!.part ?? part;
    let start = length;
    const last = pieces.findLastIndex(({ node }) => node !== undefined);
    for (let index = first; index <= last; index += 1) {
      const piece = pieces[index]!;
      for (const mirror of piece.mirrors ?? []) mirrors.push(placed(mirror, length));
      const next = piece.node === undefined ? place : (piece.part ?? part);
      if (next !== place) {
        places.push({ start, end: length, part: place });
        place = next;
        start = length;
      }
      if (piece.node !== undefined) main.push({ start: length, end: length + piece.text.length, piece });
      append(piece.text);
    }
    places.push({ start, end: length, part: place });
  }
  return { text: texts.join(''), places, tracks: [main, ...mirrors] };
}

function placed(pieces: readonly Piece[], from: number): PlacedPiece[] {
  const result: PlacedPiece[] = [];
  let start = from;
  for (const piece of pieces) {
    const end = start + piece.text.length;
    if (piece.node !== undefined) result.push({ start, end, piece });
    start = end;
  }
  return result;
}
