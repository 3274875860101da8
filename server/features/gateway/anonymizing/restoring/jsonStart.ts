/** How a text begins that is JSON as a whole, plain or as a block of code; a list of lists could be a placeholder. */
const JSON_START = /^\s*(?:```(?:json)?\s*)?(?:\{\s*"|\[\s*["{])/;
const UNTOLD_START = /^\s*(?:`{0,2}|```(?:j|js|jso)?|(?:```(?:json)?\s*)?(?:\{\s*|(\[\s*))?)$/;

/**
 * What the beginning of a text tells. `untold`: more has to come, and no placeholder can begin in what is there; `list`: nor can one but at
 * its bracket.
 */
export type TextStart = 'json' | 'other' | 'untold' | 'list';

/** Tells how a text begins that comes in pieces. What is kept of it is short, however much white space the text begins with. */
export function createTextStart(): (piece: string) => TextStart {
  let seen = '';
  return (piece) => {
    seen = (seen + piece).replace(/\s+/g, ' ');
    const untold = UNTOLD_START.exec(seen);
    if (untold !== null) return untold[1] === undefined ? 'untold' : 'list';
    return JSON_START.test(seen) ? 'json' : 'other';
  };
}
