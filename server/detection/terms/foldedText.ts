import { CharacterClass, classAt, sizeAt } from '../characters.ts';

/** A text in the form in which terms are compared, with the way back to its offsets. */
export interface FoldedText {
  readonly folded: string;
  /** Source offset of every folded code unit; one more entry for the end. */
  readonly sourceStart: Int32Array;
}

const ASCII_MAX = 0x7f;
const UPPER_A = 65;
const UPPER_Z = 90;

/** Lower case in the sense of full case folding: ß and ẞ compare as ss, final sigma as sigma. */
function foldCase(character: string): string {
  const lower = character.toLowerCase();
  if (lower === 'ß') return 'ss';
  if (lower === 'ς') return 'σ';
  return lower;
}

/**
 * Brings a text into comparable form: canonical decomposition, runs of spaces and line breaks as one space, soft hyphens and
 * joiners left out, and lower case unless the case counts. Composed and decomposed spellings become equal.
 */
export function foldText(text: string, ignoreCase: boolean): FoldedText {
  const parts: string[] = [];
  const starts = new Int32Array(text.length * 4 + 1);
  let length = 0;
  let afterSpace = false;
  const push = (part: string, source: number): void => {
    for (let index = 0; index < part.length; index += 1) starts[length + index] = source;
    length += part.length;
    parts.push(part);
  };
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const kind = classAt(text, at);
    const size = sizeAt(text, at);
    if (kind === CharacterClass.space || kind === CharacterClass.lineBreak) {
      if (!afterSpace) push(' ', at);
      afterSpace = true;
    } else {
      afterSpace = false;
      if (unit <= ASCII_MAX) {
        push(ignoreCase && unit >= UPPER_A && unit <= UPPER_Z ? String.fromCharCode(unit + 32) : text[at]!, at);
      } else {
        const character = text.slice(at, at + size).normalize('NFD');
        const cased = ignoreCase ? foldCase(character).normalize('NFD') : character;
        push(cased.replace(/[\u00AD\u200C\u200D\u2060\uFEFF]/g, '').slice(0, 4 * size), at);
      }
    }
    at += size;
  }
  starts[length] = text.length;
  return { folded: parts.join(''), sourceStart: starts.subarray(0, length + 1) };
}

/** A single value in comparable form, without spaces around it. */
export function foldTerm(term: string, ignoreCase: boolean): string {
  return foldText(term.trim(), ignoreCase).folded;
}
