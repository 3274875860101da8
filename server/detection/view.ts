import type { Language } from '../contract/common.ts';
import { CharacterClass, classAt } from './characters.ts';
import { findLabels } from './labels/index.ts';
import type { LabelMatch } from './labels/types.ts';
import type { TextView, Token } from './recognizer.ts';
import { foldTokens, tokenize } from './tokens.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Start offset of every line; the first is 0. CR LF counts as one line break. */
function findLineStarts(text: string): Int32Array {
  const starts: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    if (classAt(text, at) !== CharacterClass.lineBreak) continue;
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    starts.push(at + 1);
  }
  return Int32Array.from(starts);
}

/** Index of the last element of `starts` that is not above `offset`; `starts` is sorted and begins with 0. */
function lastNotAbove(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Spaces and hyphens of typesetting, each one code unit as those they stand for. */
const TYPESET = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\u2010\u2011]/;
const TYPESET_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const TYPESET_HYPHEN = /[\u2010\u2011]/g;

/** The text with plain spaces and hyphens; offsets stay. */
function withPlainSpaces(text: string): string {
  return TYPESET.test(text) ? text.replace(TYPESET_SPACE, ' ').replace(TYPESET_HYPHEN, '-') : text;
}

/** Prepares a text for recognizers. Lines, tokens and folded words are computed when they are first asked for. */
export function createTextView(written: string, language: Language): TextView {
  const text = withPlainSpaces(written);
  let lineStarts: Int32Array | undefined;
  let tokens: readonly Token[] | undefined;
  let folded: readonly string[] | undefined;
  let labels: readonly LabelMatch[] | undefined;
  const lines = (): Int32Array => (lineStarts ??= findLineStarts(text));
  const allTokens = (): readonly Token[] => (tokens ??= tokenize(text));
  return {
    text,
    language,
    get lineStarts() {
      return lines();
    },
    get tokens() {
      return allTokens();
    },
    get folded() {
      return (folded ??= foldTokens(allTokens()));
    },
    get labels() {
      return (labels ??= findLabels(this));
    },
    lineAt: (offset) => lastNotAbove(lines(), offset),
    lineEnd(line) {
      const next = lines()[line + 1];
      if (next === undefined) return text.length;
      const isPair = text.charCodeAt(next - 1) === LINE_FEED && text.charCodeAt(next - 2) === CARRIAGE_RETURN;
      return isPair ? next - 2 : next - 1;
    },
    tokenAt(offset) {
      const all = allTokens();
      let low = 0;
      let high = all.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (all[middle]!.end <= offset) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    before: (offset, length) => text.slice(Math.max(0, offset - length), Math.max(0, offset)),
    after: (offset, length) => text.slice(offset, offset + length),
  };
}
