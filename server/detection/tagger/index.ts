import type { Gazetteers } from '../gazetteers/index.ts';
import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Likelihood, Recognizer, TextView } from '../recognizer.ts';
import { TAGGER_CATEGORIES } from './categories.ts';
import { judge } from './judge.ts';
import type { TaggerModel } from './model.ts';
import { createNetwork } from './network.ts';
import { createPartTagger, emptyProbabilities, type Probabilities } from './probabilities.ts';
import { openSharedTags, type SharedTagsMemory } from './sharedTags.ts';
import { readValues } from './spans.ts';

export { loadTaggerModel } from './model.ts';

/** The trained tagger: finds values by the words around them, and judges what others find by lists alone. */
export interface Tagger {
  readonly recognizer: Recognizer;
  /** The same recognizer without the names and places, and the words at their edges, that the tagger holds for ordinary words. */
  readonly confirm: (recognizer: Recognizer) => Recognizer;
  /** Probability of every token of a text that it belongs to any value. */
  readonly likelihood: Likelihood;
  /**
   * Until it is told null, leaves part of the work to a tagger in another thread, whose {@link help} is asked for with the same memory: the memory
   * is that of one text.
   */
  share(memory: SharedTagsMemory | null): void;
  /** Does the helper's part of a text that another tagger shares; nothing where that one has begun with it itself. */
  help(view: TextView, memory: SharedTagsMemory): void;
}

/** Creates the tagger; one per thread, results live as long as their view. */
export function createTagger(model: TaggerModel, gazetteers: Gazetteers, lexiconOf: LexiconSource): Tagger {
  const network = createNetwork(model);
  const known = new WeakMap<TextView, Probabilities>();
  let shared: SharedTagsMemory | null = null;
  const partsOf = (view: TextView) => createPartTagger(view, lexiconOf(view), gazetteers, network);

  const compute = (view: TextView): Probabilities => {
    const { length: count } = view.tokens;
    const tagPart = partsOf(view);
    if (shared === null) {
      const tags = emptyProbabilities(count);
      tagPart(0, count, tags);
      return tags;
    }
    const { tags, cut, hasRest } = openSharedTags(shared, count);
    const began = performance.now();
    tagPart(0, cut, tags);
    const restMs = ((performance.now() - began) * (count - cut)) / Math.max(1, cut);
    if (!hasRest(restMs)) tagPart(cut, count, tags);
    return tags;
  };
  const tagsOf = (view: TextView): Probabilities => {
    let tags = known.get(view);
    if (tags === undefined) known.set(view, (tags = compute(view)));
    return tags;
  };
  return {
    recognizer: Object.freeze({
      id: 'tagger:context',
      categories: TAGGER_CATEGORIES,
      recognize: (view: TextView) => readValues(view.tokens, tagsOf(view)),
    }),
    likelihood: (view) => tagsOf(view).any,
    share(memory) {
      shared = memory;
    },
    help(view, memory) {
      const { length: count } = view.tokens;
      const { tags, cut, take, finish } = openSharedTags(memory, count);
      if (!take()) return;
      let isDone = false;
      try {
        partsOf(view)(cut, count, tags);
        isDone = true;
      } finally {
        finish(isDone);
      }
    },
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
