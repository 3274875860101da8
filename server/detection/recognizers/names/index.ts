import type { LexiconSource } from '../../gazetteers/lexicon.ts';
import type { Recognizer } from '../../recognizer.ts';
import { findPersons } from './persons.ts';
import { findShapedNames } from './shapes.ts';
import { findSigned } from './signatures.ts';

/** Names of persons by title, label, word lists and position. */
export function createPersonRecognizer(lexiconOf: LexiconSource): Recognizer {
  return Object.freeze({
    id: 'names:persons',
    categories: Object.freeze(['person']),
    recognize(view) {
      const lexicon = lexiconOf(view);
      return [...findPersons(lexicon), ...findSigned(lexicon, view), ...findShapedNames(lexicon)];
    },
  } satisfies Recognizer);
}
