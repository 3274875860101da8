/** Half-open range of UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A quote with the words around it (W3C Web Annotation Data Model, 4.2.4: TextQuoteSelector). */
export interface Quote {
  readonly exactQuote: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Code units kept on each side of a quote. */
const CONTEXT = 64;
/** Code units around a place that must agree before the same words elsewhere are taken for the quote. */
const TELLING_CONTEXT = 16;
/** Places looked at; a quote that occurs more often tells nothing. */
export const MOST_PLACES = 1_000;

/** The quote at a place of a text, with its context. */
export function quoteAt(text: string, { from, to }: Range): Quote {
  return {
    exactQuote: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - CONTEXT), from),
    suffix: text.slice(to, to + CONTEXT),
  };
}

/** Where these words stand, in the order of the text; overlapping places too. */
export function placesOf(text: string, words: string): Range[] {
  const places: Range[] = [];
  for (let at = text.indexOf(words); at !== -1 && places.length < MOST_PLACES; at = text.indexOf(words, at + 1)) {
    places.push({ from: at, to: at + words.length });
  }
  return places;
}

/** Code units next to a place, on both sides, that are those of the quote. */
export function contextAgreement(text: string, { from, to }: Range, { prefix, suffix }: Quote): number {
  let before = 0;
  while (before < prefix.length && before < from && text[from - 1 - before] === prefix[prefix.length - 1 - before]) {
    before += 1;
  }
  let after = 0;
  while (after < suffix.length && to + after < text.length && text[to + after] === suffix[after]) after += 1;
  return before + after;
}

/** True when the words around a place are those of the quote, as far as the quote tells of any. */
export function hasContext(text: string, place: Range, quote: Quote): boolean {
  const told = quote.prefix.length + quote.suffix.length;
  return contextAgreement(text, place, quote) >= Math.min(TELLING_CONTEXT, told);
}

/** The place whose context fits best; of equal ones the nearest to `near`. */
export function bestPlace(text: string, places: readonly Range[], quote: Quote, near: number): Range | undefined {
  let best: { place: Range; agreement: number } | undefined;
  for (const place of places) {
    const agreement = contextAgreement(text, place, quote);
    const isBetter =
      best === undefined ||
      agreement > best.agreement ||
      (agreement === best.agreement && Math.abs(place.from - near) < Math.abs(best.place.from - near));
    if (isBetter) best = { place, agreement };
  }
  return best?.place;
}
