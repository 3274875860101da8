/** Levels of objects and lists that a JSON value may have: whoever walks deeper ones runs out of stack. */
export const MOST_JSON_LEVELS = 200;

/** Whether objects and lists of a JSON text nest deeper than `most`. Of other texts the answer means nothing. */
export function nestsTooDeep(text: string, most = MOST_JSON_LEVELS): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        level += 1;
        if (level > most) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        level -= 1;
    }
  }
  return false;
}

/** Offset of the quote that ends the string which begins at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
