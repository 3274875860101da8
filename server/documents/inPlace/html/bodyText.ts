import type { SourceTextBuilder, SourceUnit } from '../source/sourceText.ts';

/** Puts running text together as it is shown: white space collapses, blocks stand on lines of their own. */
export interface BodyText {
  /** A line break or a tab before the next character. */
  separate(by: '\n' | '\t'): void;
  add(unit: SourceUnit, write: (text: string) => string, keepsSpace: boolean): void;
}

/** Soft hyphen, zero-width space and joiners, byte order mark: they show at a line's end at most and would split names. */
const PARTS = /[\t\n\f\r ]+|[\u00AD\u200B-\u200D\u2060\uFEFF]+|[^\t\n\f\r \u00AD\u200B-\u200D\u2060\uFEFF]+/g;
const SPACE = /^[\t\n\f\r ]/;
const INVISIBLE = /^[\u00AD\u200B-\u200D\u2060\uFEFF]/;

export function createBodyText(text: SourceTextBuilder): BodyText {
  let separator = '\n';
  let begun = false;
  let space: { unit: SourceUnit; write: (text: string) => string } | null = null;
  const flush = () => {
    if (separator !== '') {
      if (begun) text.separator(separator);
    } else if (space !== null) text.unit(space.unit, space.write);
    separator = '';
    space = null;
    begun = true;
  };
  return {
    separate(by) {
      if (separator !== '\n') separator = by;
      space = null;
    },
    add(unit, write, keepsSpace) {
      const exact = unit.text.length === unit.end - unit.start;
      for (const { 0: part, index } of unit.text.matchAll(PARTS)) {
        const start = exact ? unit.start + index : unit.start;
        const end = exact ? start + part.length : unit.end;
        if (INVISIBLE.test(part)) continue;
        if (SPACE.test(part) && !keepsSpace) space ??= { unit: { text: ' ', start, end }, write };
        else {
          flush();
          text.unit({ text: part, start, end }, write);
        }
      }
    },
  };
}
