import { PART_BREAK } from '../../inPlace/placedText.ts';
import type { Stretch } from '../office/tags.ts';

/**
 * Where the parts of a container stand in its text; those without text leave no trace. The text of some is not known (null), because reading it again would take long: it is what
 * stands between the known ones. Null when the text has not these parts.
 */
export function alignParts(text: string, parts: readonly (string | null)[]): (Stretch | null)[] | null {
  const found = parts.map((): Stretch | null => null);
  const lastUnknown = parts.lastIndexOf(null);
  let end = text.length;
  // What follows the last unknown part is found from the end of the text, so that nothing in that part can be taken for it.
  for (let index = parts.length - 1; index > lastUnknown; index -= 1) {
    const part = parts[index]!;
    if (part === '') continue;
    const start = end - part.length;
    if (start < 0 || !text.startsWith(part, start)) return null;
    found[index] = { start, end: start + part.length };
    end = Math.max(0, start - PART_BREAK.length);
    if (start > 0 && text.slice(end, start) !== PART_BREAK) return null;
  }
  if (lastUnknown < 0) return end === 0 ? found : null;

  let at = 0;
  let unknown = -1;
  const close = (until: number) => {
    if (unknown >= 0 && until > at) found[unknown] = { start: at, end: until };
    unknown = -1;
  };
  for (let index = 0; index <= lastUnknown; index += 1) {
    const part = parts[index] ?? null;
    if (part === null) unknown = unknown < 0 ? index : unknown;
    else if (part !== '') {
      const start = unknown < 0 ? at : startOf(text, part, at, end);
      if (start < 0 || start + part.length > end || !text.startsWith(part, start)) return null;
      close(start - PART_BREAK.length);
      found[index] = { start, end: start + part.length };
      at = Math.min(end, start + part.length + PART_BREAK.length);
    }
  }
  close(end);
  return found;
}

/** The first place of a part as a part: right here, or behind a break, before another one or the end. */
function startOf(text: string, part: string, from: number, end: number): number {
  for (let at = text.indexOf(part, from); at >= 0 && at < end; at = text.indexOf(part, at + 1)) {
    const behind = at + part.length;
    const begins = at === from || text.startsWith(PART_BREAK, at - PART_BREAK.length);
    if (begins && (behind === end || text.startsWith(PART_BREAK, behind))) return at;
  }
  return -1;
}
