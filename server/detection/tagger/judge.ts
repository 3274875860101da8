import type { Candidate, Token } from '../recognizer.ts';
import type { Probabilities } from './probabilities.ts';

/** Finds of this priority and above rest on a title, a label or a full name; those below on word lists. */
const SURE_PRIORITY = 44;
/** Finds of less confidence are guesses from how a word looks. */
const GUESS_CONFIDENCE = 0.56;
/** A find goes when no word of it belongs to a value with at least this probability. */
const DOUBT = Object.freeze({ sure: 0.08, listed: 0.2, guessed: 0.3 });
/** Words at the beginning and the end of a find that belong to no value with at least this probability are cut off. */
const EDGE_DOUBT: Readonly<Record<string, number>> = Object.freeze({
  person: 0.1,
  organization: 0.02,
  location: 0.02,
  address: 0.01,
});

/** Words for practices that are part of their names also in small letters: "cabinet Aydin Lefort". */
const PRACTICES: ReadonlySet<string> = new Set(
  'cabinet étude kanzlei praxis bufete gestoría asesoría studio ambulatorio consultorio panadería boulangerie garage autoscuola autoescuela'.split(
    ' ',
  ),
);

const isMark = ({ kind }: Token): boolean => kind === 'mark' || kind === 'break';

/**
 * What the tagger leaves of a name or place that others found: the find without the words at its edges that it holds for nothing;
 * undefined when no word of it may be a value. Finds of other categories stay as they are.
 *
 * @param first - the find's first token
 */
export function judge(
  find: Candidate,
  tokens: readonly Token[],
  first: number,
  { any }: Probabilities,
): Candidate | undefined {
  const edge = EDGE_DOUBT[find.category];
  if (edge === undefined) return find;
  const least = doubtOf(find);
  const isKind = find.category === 'organization' && PRACTICES.has(tokens[first]!.text.toLowerCase());
  let isLikely = false;
  let from = -1;
  let last = -1;
  for (let i = first; i < tokens.length && tokens[i]!.start < find.end; i += 1) {
    isLikely ||= any[i]! >= least;
    if ((any[i]! < edge && !(i === first && isKind)) || isMark(tokens[i]!)) continue;
    if (from < 0) from = i;
    last = i;
  }
  return isLikely && from >= 0 ? withBounds(find, tokens, from, last) : undefined;
}

function doubtOf({ priority, confidence }: Candidate): number {
  if (priority >= SURE_PRIORITY) return DOUBT.sure;
  return confidence < GUESS_CONFIDENCE ? DOUBT.guessed : DOUBT.listed;
}

/** The find cut down to two of its tokens, inclusive; marks at its outer ends stay with the word beside them. */
function withBounds(find: Candidate, tokens: readonly Token[], first: number, last: number): Candidate {
  const start = Math.max(find.start, tokens[first]!.start);
  const behind = tokens[last + 1];
  const isOutermost = behind === undefined || behind.start >= find.end || (isMark(behind) && behind.end >= find.end);
  const end = isOutermost ? find.end : tokens[last]!.end;
  return start === find.start && end === find.end ? find : { ...find, start, end };
}
