import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { DocumentPass } from '../recognizer.ts';
import { levelThreshold } from './levels.ts';

/** What is done with the whole document once each mention has been looked at by itself. */
export function createDocumentPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners, options) => {
    void lexiconOf(view);
    const threshold = levelThreshold(options.level);
    return winners.filter(({ confidence }) => confidence >= threshold);
  };
}
