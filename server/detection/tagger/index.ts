import type { Gazetteers } from '../gazetteers/index.ts';
import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, Recognizer, TextView } from '../recognizer.ts';
import { TAGGER_CATEGORIES } from './categories.ts';
import type { TaggerModel } from './model.ts';
import { createNetwork } from './network.ts';
import { tagTokens, type Probabilities } from './probabilities.ts';
import { readValues } from './spans.ts';

export { loadTaggerModel } from './model.ts';

/** The trained tagger: finds values by the words around them, and judges what others find by lists alone. */
export interface Tagger {
  readonly recognizer: Recognizer;
  /** The same recognizer without the names and places that the tagger holds for ordinary words. */
  readonly confirm: (recognizer: Recognizer) => Recognizer;
}

/** Finds of this priority and above rest on a title, a label or a full name; those below on word lists. */
const SURE_PRIORITY = 44;
/** Finds of less confidence are guesses from how a word looks. */
const GUESS_CONFIDENCE = 0.56;
/** A find goes when no word of it belongs to a value with at least this probability. */
const DOUBT = Object.freeze({ sure: 0.02, listed: 0.1, guessed: 0.3 });
const JUDGED: ReadonlySet<string> = new Set(['person', 'organization', 'location']);

/** Creates the tagger; one per thread, results live as long as their view. */
export function createTagger(model: TaggerModel, gazetteers: Gazetteers, lexiconOf: LexiconSource): Tagger {
  const network = createNetwork(model);
  const known = new WeakMap<TextView, Probabilities>();
  const tagsOf = (view: TextView): Probabilities => {
    let tags = known.get(view);
    if (tags === undefined) known.set(view, (tags = tagTokens(view, lexiconOf(view), gazetteers, network)));
    return tags;
  };
  const isLikely = (view: TextView, { start, end, priority, confidence }: Candidate): boolean => {
    const { any } = tagsOf(view);
    const least = priority >= SURE_PRIORITY ? DOUBT.sure : confidence < GUESS_CONFIDENCE ? DOUBT.guessed : DOUBT.listed;
    for (let i = view.tokenAt(start); i < view.tokens.length && view.tokens[i]!.start < end; i += 1)
      if (any[i]! >= least) return true;
    return false;
  };
  return {
    recognizer: Object.freeze({
      id: 'tagger:context',
      categories: TAGGER_CATEGORIES,
      recognize: (view: TextView) => readValues(view.tokens, tagsOf(view)),
    }),
    confirm: (recognizer) => ({
      ...recognizer,
      *recognize(view) {
        for (const find of recognizer.recognize(view)) {
          if (!JUDGED.has(find.category) || isLikely(view, find)) yield find;
        }
      },
    }),
  };
}
