import { SHAPE, type Lexicon, type LexiconSource } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, DocumentPass, Likelihood, TextView } from '../recognizer.ts';
import { extend } from './extend.ts';
import { findAboveAddress } from './letterhead.ts';
import { link } from './link.ts';
import { propagate } from './propagate.ts';
import { findShortNames } from './shortNames.ts';
import { findUserNames } from './userNames.ts';
import { propagateValues } from './values.ts';

const byStart = (a: Candidate, b: Candidate): number => a.start - b.start;

/** The finds that no repeated value covers; both lists are sorted by start. */
function withoutOverlaps(finds: readonly Candidate[], repeated: readonly Candidate[]): Candidate[] {
  let at = 0;
  return finds.filter(({ start, end }) => {
    while (at < repeated.length && repeated[at]!.end <= start) at += 1;
    return at === repeated.length || repeated[at]!.start >= end;
  });
}

/** What stays of a name when another find took its words: "de", "von der". */
function isParticleOnly(view: TextView, lexicon: Lexicon, { category, start, end }: Candidate): boolean {
  if (category !== 'person') return false;
  for (let at = view.tokenAt(start); at < lexicon.tokens.length && lexicon.tokens[at]!.start < end; at += 1) {
    const isParticle = lexicon.shape[at] === SHAPE.small && lexicon.has(at, ROLE.particle);
    if (lexicon.tokens[at]!.kind !== 'mark' && !isParticle) return false;
  }
  return true;
}

/**
 * What is done with the whole document once each mention has been looked at by itself: values found once are found everywhere, and mentions of one person or company are numbered alike.
 */
export function createDocumentPass(lexiconOf: LexiconSource, likelihood?: Likelihood): DocumentPass {
  return (view, winners) => {
    const lexicon = lexiconOf(view);
    const likely = winners.filter((find) => !isParticleOnly(view, lexicon, find));
    const introduced = findShortNames(view, lexicon, likely, likelihood);
    const named = [...withoutOverlaps(likely, introduced.sort(byStart)), ...introduced].sort(byStart);
    const sure = extend(view, lexicon, [...named, ...findAboveAddress(lexicon, named)].sort(byStart));
    const repeated = propagate(view, lexicon, sure, likelihood);
    const withNames = [...withoutOverlaps(sure, repeated), ...repeated].sort(byStart);
    const accounts = findUserNames(view, lexicon, withNames, likelihood);
    const all = [...withoutOverlaps(withNames, accounts), ...accounts, ...propagateValues(lexicon, withNames)].sort(
      byStart,
    );
    return link(view, lexicon, all);
  };
}
