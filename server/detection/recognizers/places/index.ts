import type { Gazetteers } from '../../gazetteers/index.ts';
import type { LexiconSource } from '../../gazetteers/lexicon.ts';
import type { Recognizer } from '../../recognizer.ts';
import { findPlaces } from './places.ts';

/** Postal addresses, postal codes with towns, and towns that place somebody. */
export function createPlaceRecognizer(gazetteers: Gazetteers, lexiconOf: LexiconSource): Recognizer {
  return Object.freeze({
    id: 'places:addresses',
    categories: Object.freeze(['address', 'location']),
    recognize: (view) => findPlaces(view, lexiconOf(view), gazetteers),
  } satisfies Recognizer);
}
