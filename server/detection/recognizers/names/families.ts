import type { LexiconSource } from '../../gazetteers/lexicon.ts';
import type { Gazetteers } from '../../gazetteers/index.ts';
import type { Recognizer } from '../../recognizer.ts';
import { createOrganizationRecognizer } from '../organizations/index.ts';
import { createPlaceRecognizer } from '../places/index.ts';
import { createPersonRecognizer } from './index.ts';

/** All recognizers that need the word lists, in a fixed order. */
export function createNameFamilies(gazetteers: Gazetteers, lexicon: LexiconSource): readonly Recognizer[] {
  return Object.freeze([
    createPersonRecognizer(lexicon),
    createOrganizationRecognizer(lexicon),
    createPlaceRecognizer(gazetteers, lexicon),
  ]);
}
