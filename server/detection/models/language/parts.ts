import { isWordAt, isWordBefore } from '../../characters.ts';

/** How far a cut may move back to a better place, as a share of a part. */
const SEARCH_SHARE = 0.25;

/** A part of a text. Offsets are UTF-16 code units; `end` is exclusive. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into parts of at most `size` code units that overlap by about `overlap`. Cuts stand at line ends where there are
 * some near, else between words, and never inside a surrogate pair.
 */
export function cutIntoParts(text: string, size: number, overlap: number): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  for (;;) {
    if (text.length - start <= size) {
      parts.push({ start, end: text.length });
      return parts;
    }
    const end = cutBefore(text, start + size, start + Math.floor(size * (1 - SEARCH_SHARE)));
    parts.push({ start, end });
    start = cutBefore(text, Math.max(start + 1, end - overlap), Math.max(start + 1, end - 2 * overlap));
  }
}

/** The best place for a cut in [least, most]. */
function cutBefore(text: string, most: number, least: number): number {
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line >= least) return line;
  for (let at = most; at >= least; at -= 1) {
    if (!(isWordBefore(text, at) && isWordAt(text, at))) return isTrail(text, at) ? at - 1 : at;
  }
  return isTrail(text, most) ? most - 1 : most;
}

function isTrail(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
