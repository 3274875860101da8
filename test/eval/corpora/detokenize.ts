import type { TokenRange } from './columns.ts';

/** A text made of tokens, and where each of them stands in it (UTF-16 code units). */
export interface JoinedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const NO_SPACE_BEFORE = /^(?:[.,;:!?…%)\]}]|\.\.\.|n['’]t|['’´](?:s|re|ve|ll|d|m)\b.*)$/iu;
const NO_SPACE_AFTER = /^(?:[([{¿¡$£@#„]|.*\p{L}['’])$/u;
const QUOTE = '"';

/**
 * Joins the tokens of a sentence as a writer would have written them: closing marks at the word before, opening ones at the word behind,
 * elided articles ("l'", "dell’") at their word, hyphens closed up inside a value.
 */
export function detokenize(tokens: readonly string[], values: readonly TokenRange[]): JoinedText {
  const starts: number[] = [];
  const ends: number[] = [];
  const insideValue = new Set(values.flatMap(({ first, last }) => range(first + 1, last)));
  let text = '';
  let quoted = false;
  let glue = true;
  tokens.forEach((token, index) => {
    const closesQuote = token === QUOTE && quoted;
    const isHyphen = (at: number): boolean => /^[-‑]$/.test(tokens[at] ?? '');
    const hyphenated = insideValue.has(index) && (isHyphen(index) || isHyphen(index - 1));
    if (!glue && !closesQuote && !hyphenated && !NO_SPACE_BEFORE.test(token)) text += ' ';
    starts.push(text.length);
    text += token;
    ends.push(text.length);
    glue = NO_SPACE_AFTER.test(token);
    if (token === QUOTE) {
      glue = !quoted;
      quoted = !quoted;
    }
  });
  return { text, starts, ends };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
}
