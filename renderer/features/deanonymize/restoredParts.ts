/** A piece of a restored text. */
export interface Part {
  readonly text: string;
  /** The placeholder that stood here; null for text that was there before. */
  readonly placeholder: string | null;
  /** False for a placeholder that nobody knows. */
  readonly resolved: boolean;
}

/**
 * What may be a placeholder, generously: any case, one or two brackets, blanks and Markdown escapes inside, as models and
 * editors leave them. The server decides what really is one.
 */
const CANDIDATE =
  /\\?\[(?:\\?\[)?[\s*_`]{0,8}[\p{L}\w]{1,60}(?:\\?[\s_:*`]|[\p{Pd}\u2212])[^[\]\n]{4,60}?\\?\](?:\\?\])?/gu;

/** Candidates of a text, each once, in order. */
export function candidatesOf(text: string): string[] {
  return [...new Set([...text.matchAll(CANDIDATE)].map((match) => match[0]))];
}

const MARK = '\u241e';

/** One text that asks for many candidates at once: `askFor` and `answersIn` belong together. */
export const askFor = (candidates: readonly string[]): string =>
  candidates.map((candidate, index) => `${MARK}${index}${MARK}${candidate}`).join('');

/** What became of each candidate in the restored form of `askFor(candidates)`; null when it cannot be told. */
export function answersIn(restored: string, candidates: readonly string[]): ReadonlyMap<string, string> | null {
  const answers = new Map<string, string>();
  let position = 0;
  for (const [index, candidate] of candidates.entries()) {
    const mark = `${MARK}${index}${MARK}`;
    if (!restored.startsWith(mark, position)) return null;
    const start = position + mark.length;
    const next =
      index + 1 < candidates.length ? restored.indexOf(`${MARK}${index + 1}${MARK}`, start) : restored.length;
    if (next < 0) return null;
    answers.set(candidate, restored.slice(start, next));
    position = next;
  }
  return position === restored.length ? answers : null;
}

/**
 * The restored text in pieces, so that what was put back can be marked. Falls back to one piece when the pieces would not give
 * exactly what the server answered.
 */
export function partsOf(
  input: string,
  restored: string,
  answers: ReadonlyMap<string, string> | null,
  unresolved: readonly string[],
): readonly Part[] {
  const whole = [{ text: restored, placeholder: null, resolved: true }];
  if (!answers) return whole;
  const unknown = new Set(unresolved);
  const parts: Part[] = [];
  let position = 0;
  for (const match of input.matchAll(CANDIDATE)) {
    const candidate = match[0];
    const answer = answers.get(candidate);
    if (answer === undefined || (answer === candidate && !unknown.has(candidate))) continue;
    parts.push({ text: input.slice(position, match.index), placeholder: null, resolved: true });
    parts.push({ text: answer, placeholder: candidate, resolved: answer !== candidate });
    position = match.index + candidate.length;
  }
  parts.push({ text: input.slice(position), placeholder: null, resolved: true });
  return parts.map((part) => part.text).join('') === restored ? parts.filter((part) => part.text !== '') : whole;
}
