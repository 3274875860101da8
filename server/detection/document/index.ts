import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass } from '../recognizer.ts';
import { levelThreshold } from './levels.ts';
import { link } from './link.ts';
import { propagate } from './propagate.ts';
import { propagateValues } from './values.ts';

const byStart = (a: Candidate, b: Candidate): number => a.start - b.start;

/**
 * What is done with the whole document once each mention has been looked at by itself: finds below the level's threshold are
 * left out, values found once are found everywhere, and mentions of one person or company are numbered alike.
 */
export function createDocumentPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners, options) => {
    const lexicon = lexiconOf(view);
    const threshold = levelThreshold(options.level);
    const sure = winners.filter(({ confidence }) => confidence >= threshold);
    const withNames = [...sure, ...propagate(view, lexicon, sure)].sort(byStart);
    const all = [...withNames, ...propagateValues(lexicon, withNames)].sort(byStart);
    return link(view, lexicon, all);
  };
}
