import type { LexiconSource } from '../../gazetteers/lexicon.ts';
import type { Recognizer } from '../../recognizer.ts';
import { createPersonRecognizer } from './index.ts';

/** All recognizers that need the word lists, in a fixed order. */
export function createNameFamilies(lexicon: LexiconSource): readonly Recognizer[] {
  return Object.freeze([createPersonRecognizer(lexicon)]);
}
