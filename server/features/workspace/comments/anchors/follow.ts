import search from 'approx-string-match';
import { type Alignment, alignTexts, follow } from './alignment.ts';
import { bestPlace, contextAgreement, hasContext, placesOf, type Quote, quoteAt, type Range } from './quotes.ts';

/** A quote and where it stands; an orphan's place is the last known one. */
export interface PlacedQuote extends Quote, Range {
  readonly orphaned: boolean;
}

/** Least share of a quote's characters that must be left for it to be the same quote, edited. */
const KEPT_SHARE = 0.6;
/** Longest edited quote, as a multiple of the quote and a few words. */
const GROWTH = Object.freeze({ factor: 2, extra: 100 });
/** Bounds of the search for similar words; its time grows with the product of both. */
const SIMILAR = Object.freeze({ textCharacters: 1_000_000, shortest: 12, longest: 400, errors: 0.2 });
/** Work that all searches of one follower may do, in characters compared; some tenths of a second. What is not found by then is orphaned. */
const SEARCH_WORK = 40_000_000;
/** Characters that a search for exact words passes in the time of one that is compared. */
const EXACT_SPEED = 16;
/** Errors that a search for similar words counts at once. */
const ERRORS_PER_WORD = 32;

/** Takes work from what is left; false when there is not enough. */
type Spend = (work: number) => boolean;

function createBudget(total: number): Spend {
  let left = total;
  return (work) => {
    if (work > left) return false;
    left -= work;
    return true;
  };
}

/** Moves quotes of one state of a text to the state that replaced it. */
export type QuoteFollower = (quote: PlacedQuote) => PlacedQuote;

/**
 * Follows quotes through a change of their text:
 * 1. at the place that the unchanged text before or after them says;
 * 2. through the differences of both texts, when all their words are left;
 * 3. at the same words with the same context elsewhere, for text that was moved or that came back;
 * 4. at what is left of them, or at similar words with their context.
 * A quote of which nothing is left is orphaned and keeps its last place; it comes back when its words do.
 * @param before - the text that the quotes are placed in; null when it is no longer known
 */
export function createQuoteFollower(before: string | null, after: string): QuoteFollower {
  const alignment = before === null ? null : alignTexts(before, after);
  const spend = createBudget(SEARCH_WORK);
  const placed = (range: Range): PlacedQuote => ({ ...range, ...quoteAt(after, range), orphaned: false });

  return (quote) => {
    const isPlaced = !quote.orphaned && before?.slice(quote.from, quote.to) === quote.exactQuote;
    if (before === null || alignment === null || !isPlaced) {
      const found = sameWords(before, after, quote, spend) ?? similarWords(after, quote, spend);
      return found === null ? { ...quote, orphaned: true } : placed(found);
    }
    const unmoved = besideChange(alignment, before, after, quote);
    if (unmoved !== null) return placed(unmoved);
    const followed = follow(alignment, quote);
    if (followed !== null && after.slice(followed.range.from, followed.range.to) === quote.exactQuote) {
      return placed(followed.range);
    }
    const found =
      sameWords(before, after, quote, spend) ?? leftOver(followed, quote) ?? similarWords(after, quote, spend);
    return found === null ? { ...quote, orphaned: true } : placed(found);
  };
}

/** The range when it lies in the common start or the common end; where both may be meant, the one with the better context. */
function besideChange(
  { commonStart, commonEnd, shift }: Alignment,
  before: string,
  after: string,
  quote: PlacedQuote,
): Range | null {
  const candidates: Range[] = [];
  if (quote.to <= commonStart) candidates.push({ from: quote.from, to: quote.to });
  if (quote.from >= before.length - commonEnd) candidates.push({ from: quote.from + shift, to: quote.to + shift });
  return bestPlace(after, candidates, quote, quote.from) ?? null;
}

/**
 * The same words elsewhere. One of several places is lost when a text has fewer of them than before, so then, and when nothing is known of the text
 * before, the words around must agree. An orphan's words have come back when there are more of them.
 */
function sameWords(before: string | null, after: string, quote: PlacedQuote, spend: Spend): Range | null {
  if (!spend((after.length + (before?.length ?? 0)) / EXACT_SPEED)) return null;
  const places = placesOf(after, quote.exactQuote);
  const best = bestPlace(after, places, quote, quote.from);
  if (best === undefined) return null;
  if (hasContext(after, best, quote)) return best;
  if (before === null) return null;
  const earlier = placesOf(before, quote.exactQuote).length;
  return (quote.orphaned ? places.length > earlier : places.length >= earlier) ? best : null;
}

/** What the differences of both texts leave of a quote, when that is most of it. */
function leftOver(followed: ReturnType<typeof follow>, { exactQuote }: Quote): Range | null {
  if (followed === null || followed.kept < exactQuote.length * KEPT_SHARE) return null;
  const { from, to } = followed.range;
  return to - from <= exactQuote.length * GROWTH.factor + GROWTH.extra ? followed.range : null;
}

/** Words that differ in a few characters and have the quote's context. */
function similarWords(text: string, quote: PlacedQuote, spend: Spend): Range | null {
  const { exactQuote } = quote;
  const isBounded =
    text.length <= SIMILAR.textCharacters &&
    exactQuote.length >= SIMILAR.shortest &&
    exactQuote.length <= SIMILAR.longest;
  const errors = Math.floor(exactQuote.length * SIMILAR.errors);
  if (!isBounded || !spend(text.length * (1 + errors / ERRORS_PER_WORD))) return null;
  const matches = search(text, exactQuote, errors);
  const places = matches.map(({ start, end }): Range => ({ from: start, to: end }));
  const best = bestPlace(text, places, quote, quote.from);
  // Text without any context to compare is no match: similar words alone say too little.
  return best !== undefined && hasContext(text, best, quote) && contextAgreement(text, best, quote) > 0 ? best : null;
}

/** Puts a quote where it says, else where its words are; an orphan when they are nowhere. */
export function placeQuote(text: string, quote: Omit<PlacedQuote, 'orphaned'>): PlacedQuote {
  const { from, to } = quote;
  if (text.slice(from, to) === quote.exactQuote) return { from, to, ...quoteAt(text, quote), orphaned: false };
  return createQuoteFollower(null, text)({ ...quote, orphaned: false });
}
