import { foldForSearch } from '../../../core/text/foldForSearch.ts';

/** What stands around a match in a snippet, on each side, in UTF-16 code units. */
const AROUND = 60;

/** A match with some text around it. Offsets are UTF-16 code units of the snippet. */
export interface Snippet {
  readonly snippet: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The first place where a text holds what is sought, without regard to case and accents.
 * @param folded - of {@link foldForSearch}
 */
export function findSnippet(text: string, folded: string): Snippet | null {
  // The fast look decides; the exact place is only sought where there is one.
  if (!foldForSearch(text).includes(folded)) return null;
  const { start, end } = placeOf(text, folded) ?? { start: 0, end: 0 };
  const from = wholeCharacter(text, Math.max(0, start - AROUND));
  const to = wholeCharacter(text, Math.min(text.length, end + AROUND));
  return { snippet: text.slice(from, to), start: start - from, end: end - from };
}

/** Offsets in the text itself; undefined where folding joins characters of several code points. */
function placeOf(text: string, folded: string): { start: number; end: number } | undefined {
  let joined = '';
  /** Offset in the text by offset in `joined`. */
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const part = foldForSearch(character);
    offsets.push(...Array<number>(part.length).fill(offset));
    joined += part;
    offset += character.length;
  }
  const at = joined.indexOf(folded);
  if (at < 0) return undefined;
  offsets.push(text.length);
  const last = offsets[at + folded.length - 1]!;
  const end = offsets.slice(at + folded.length).find((next) => next > last) ?? text.length;
  return { start: offsets[at]!, end };
}

/** The offset, or the one before where it would cut a character in two. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return offset > 0 && code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
