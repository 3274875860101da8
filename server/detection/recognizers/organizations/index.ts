import type { LexiconSource } from '../../gazetteers/lexicon.ts';
import type { Recognizer } from '../../recognizer.ts';
import { findOrganizations } from './organizations.ts';

/** Names of private organizations by legal form, keyword, ampersand and label. */
export function createOrganizationRecognizer(lexiconOf: LexiconSource): Recognizer {
  return Object.freeze({
    id: 'organizations:names',
    categories: Object.freeze(['organization']),
    recognize: (view) => findOrganizations(view, lexiconOf(view)),
  } satisfies Recognizer);
}
