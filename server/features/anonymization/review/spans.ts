import { AppError } from '../../../core/errors.ts';

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** @throws AppError INVALID_SPAN unless the part lies in the text, shows something and splits no surrogate pair */
export function checkSpan(text: string, start: number, end: number): void {
  const reason =
    end <= start || end > text.length
      ? 'outside of the text or empty'
      : text.slice(start, end).trim() === ''
        ? 'only white space'
        : splitsPair(text, start) || splitsPair(text, end)
          ? 'between the two halves of a character'
          : null;
  if (reason !== null) throw new AppError('INVALID_SPAN', `The marked part is not valid: ${reason}.`);
}

function splitsPair(text: string, offset: number): boolean {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Starts of a value wherever it stands in a text as whole words; finds do not overlap. */
export function* wholeWordOccurrences(text: string, value: string): Generator<number> {
  for (let at = text.indexOf(value); at !== -1;) {
    const fits = isBoundary(text, at) && isBoundary(text, at + value.length);
    if (fits) yield at;
    at = text.indexOf(value, at + (fits ? value.length : 1));
  }
}

/** False only where letters or digits stand on both sides. */
function isBoundary(text: string, offset: number): boolean {
  return !(WORD_CHARACTER.test(characterBefore(text, offset)) && WORD_CHARACTER.test(characterAt(text, offset)));
}

function characterAt(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, offset: number): string {
  return characterAt(text, splitsPair(text, offset - 1) ? offset - 2 : offset - 1);
}
