import type { Gazetteers } from '../gazetteers/index.ts';
import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Likelihood, Recognizer, TextView } from '../recognizer.ts';
import { TAGGER_CATEGORIES } from './categories.ts';
import { judge } from './judge.ts';
import type { TaggerModel } from './model.ts';
import { createNetwork } from './network.ts';
import { tagTokens, type Probabilities } from './probabilities.ts';
import { readValues } from './spans.ts';

export { loadTaggerModel } from './model.ts';

/** The trained tagger: finds values by the words around them, and judges what others find by lists alone. */
export interface Tagger {
  readonly recognizer: Recognizer;
  /** The same recognizer without the names and places, and the words at their edges, that the tagger holds for ordinary words. */
  readonly confirm: (recognizer: Recognizer) => Recognizer;
  /** Probability of every token of a text that it belongs to any value. */
  readonly likelihood: Likelihood;
}

/** Creates the tagger; one per thread, results live as long as their view. */
export function createTagger(model: TaggerModel, gazetteers: Gazetteers, lexiconOf: LexiconSource): Tagger {
  const network = createNetwork(model);
  const known = new WeakMap<TextView, Probabilities>();
  const tagsOf = (view: TextView): Probabilities => {
    let tags = known.get(view);
    if (tags === undefined) known.set(view, (tags = tagTokens(view, lexiconOf(view), gazetteers, network)));
    return tags;
  };
  return {
    recognizer: Object.freeze({
      id: 'tagger:context',
      categories: TAGGER_CATEGORIES,
      recognize: (view: TextView) => readValues(view.tokens, tagsOf(view)),
    }),
    likelihood: (view) => tagsOf(view).any,
    confirm: (recognizer) => ({
      ...recognizer,
      *recognize(view) {
        for (const find of recognizer.recognize(view)) {
          const kept = judge(find, view.tokens, view.tokenAt(find.start), tagsOf(view));
          if (kept !== undefined) yield kept;
        }
      },
    }),
  };
}
