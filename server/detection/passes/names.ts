import { categoriesThat } from '../../contract/categoryTable.ts';
import type { Candidate } from '../recognizer.ts';

/** Categories of names, for which words and things may be mistaken. */
export const NAMES = categoriesThat(({ name }) => name === 'proper');

/** True when the tagger's opinion from the words around it is all that speaks for a find. */
export const isTaggerAlone = ({ sources }: Candidate): boolean =>
  sources.every((source) => source === 'tagger:context');

/** Spaces and a comma at most stand between the parts of one name that was found in pieces. */
const PIECE_GAP = 2;

/** True when another name stands directly beside the find at an index of a sorted list, so that both may be pieces of one. */
export function isPieceOfName(finds: readonly Candidate[], index: number): boolean {
  const { start, end } = finds[index]!;
  const before = finds[index - 1];
  const after = finds[index + 1];
  const isNear = (other: Candidate | undefined, gap: number): boolean =>
    other !== undefined && NAMES.has(other.category) && gap <= PIECE_GAP;
  return isNear(before, start - (before?.end ?? 0)) || isNear(after, (after?.start ?? 0) - end);
}
