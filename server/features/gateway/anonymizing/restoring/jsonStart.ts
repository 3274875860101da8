/** How a text begins that is JSON as a whole, plain or as a block of code; a list of lists could be a placeholder. */
const JSON_START = /^\s*(?:```(?:json)?\s*)?(?:\{\s*"|\[\s*["{])/;
const UNTOLD_START = /^\s*(?:`{0,2}|```(?:j|js|jso)?|(?:```(?:json)?\s*)?(?:\{\s*|(\[\s*))?)$/;

/** What the beginning of a text tells. */
export type TextStart =
  | { readonly kind: 'json' | 'other' }
  /** More has to come. Before `certain`, in UTF-16 code units, no placeholder can begin. */
  | { readonly kind: 'untold'; readonly certain: number };

export function startOf(text: string): TextStart {
  const untold = UNTOLD_START.exec(text);
  if (untold !== null) return { kind: 'untold', certain: text.length - (untold[1] ?? '').length };
  return { kind: JSON_START.test(text) ? 'json' : 'other' };
}
