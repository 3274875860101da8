import { categoriesThat } from '../contract/categoryTable.ts';
import { isWordAt, isWordBefore, sizeAt } from './characters.ts';
import { createOrderedOffsets } from './orderedOffsets.ts';
import type { Candidate } from './recognizer.ts';

/** A cut candidate keeps at most this many of its uncovered pieces, which bounds the work on hostile input. */
const PIECES_MAX = 8;

/** Kinds of finds whose words say something by themselves. */
const PROSE = categoriesThat(({ name }) => name !== undefined);
/** Kinds of finds of which longer pieces say something: a link without its ending, half a user name. */
const WRITTEN = categoriesThat(({ isWritten }) => isWritten === true);
const WRITTEN_MIN = 4;
/** Finds that begin behind their label; those of a shape alone may hold it: "BIC" before a number may stay. */
const WITHOUT_LABEL = /^(?:label|tagger|model):/;
const PRIORITY_OWN = 90;

/** Order in which candidates claim their characters; complete, so the result does not depend on the input's order. */
function byPrecedence(a: Candidate, b: Candidate): number {
  return (
    b.priority - a.priority ||
    b.end - b.start - (a.end - a.start) ||
    b.confidence - a.confidence ||
    a.start - b.start ||
    compareText(a.category, b.category) ||
    compareText(a.sources.join(), b.sources.join())
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Removes what is neither letter nor digit from both ends; undefined when nothing stays. */
function trimToWords(text: string, start: number, end: number): { start: number; end: number } | undefined {
  let from = start;
  let to = end;
  while (from < to && !isWordAt(text, from)) from += sizeAt(text, from);
  while (to > from && !isWordBefore(text, to)) to -= 1;
  return from < to ? { start: from, end: to } : undefined;
}

/** The winner with what a covered candidate of the same category adds: its sources and the higher confidence. */
function corroborate(winner: Candidate, other: Candidate): Candidate {
  if (other.sources.every((source) => winner.sources.includes(source)) && other.confidence <= winner.confidence) {
    return winner;
  }
  return {
    ...winner,
    confidence: Math.max(winner.confidence, other.confidence),
    sources: [...new Set([...winner.sources, ...other.sources])],
  };
}

/** Candidates of which none overlaps another, as most passes over a document leave them: all of them win. undefined when some do. */
function sortedApart(candidates: readonly Candidate[]): Candidate[] | undefined {
  const sorted = candidates.toSorted((a, b) => a.start - b.start);
  for (let index = 1; index < sorted.length; index += 1) {
    if (sorted[index]!.start < sorted[index - 1]!.end) return undefined;
  }
  return sorted;
}

/**
 * Chooses among overlapping candidates: the higher priority wins, then the longer span, then the higher confidence. What a
 * loser covers beyond the winners stays masked as a piece of its own, because dropping it would reveal text that a recognizer
 * holds sensitive. A loser of the winner's category that lies inside it adds its sources. O(n log n).
 *
 * @returns candidates sorted by start that never overlap
 */
export function resolve(text: string, candidates: readonly Candidate[]): Candidate[] {
  const valid = candidates.filter(({ start, end }) => start >= 0 && start < end && end <= text.length);
  const settled = sortedApart(valid);
  if (settled !== undefined) return settled;
  const winners = new Map<number, Candidate>();
  const starts = createOrderedOffsets(text.length);

  const claim = (candidate: Candidate): void => {
    winners.set(candidate.start, candidate);
    starts.add(candidate.start);
  };

  for (const candidate of [...valid].sort(byPrecedence)) {
    const covering: Candidate[] = [];
    let last = starts.atOrBefore(candidate.end - 1);
    while (last >= 0 && covering.length <= PIECES_MAX) {
      const winner = winners.get(last)!;
      if (winner.end <= candidate.start) break;
      covering.push(winner);
      last = starts.atOrBefore(last - 1);
    }
    if (covering.length === 0) {
      claim(candidate);
      continue;
    }
    for (const winner of covering) {
      const inside = candidate.start >= winner.start && candidate.end <= winner.end;
      if (inside && winner.category === candidate.category) {
        winners.set(winner.start, corroborate(winner, candidate));
      }
    }
    let end = candidate.end;
    for (const winner of covering) {
      claimPiece(candidate, winner.end, end);
      end = winner.start;
    }
    if (covering.length <= PIECES_MAX) claimPiece(candidate, candidate.start, end);
  }

  function claimPiece(candidate: Candidate, start: number, end: number): void {
    const piece = start < end ? trimToWords(text, start, end) : undefined;
    if (piece === undefined) return;
    const { category, priority, sources } = candidate;
    const isTelling = WRITTEN.has(category)
      ? piece.end - piece.start >= WRITTEN_MIN
      : PROSE.has(category) || sources.every((source) => WITHOUT_LABEL.test(source));
    const says = isTelling || priority >= PRIORITY_OWN;
    if (says || /\p{N}/u.test(text.slice(piece.start, piece.end))) claim({ ...candidate, ...piece });
  }

  return [...winners.values()].sort((a, b) => a.start - b.start);
}
