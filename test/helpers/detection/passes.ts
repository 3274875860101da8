import { join } from 'node:path';
import type { Language } from '../../../server/contract/languages.ts';
import { loadGazetteers } from '../../../server/detection/gazetteers/index.ts';
import { createLexiconSource, type LexiconSource } from '../../../server/detection/gazetteers/lexicon.ts';
import { createThingReader, type ThingReader } from '../../../server/detection/gazetteers/things.ts';
import type { Candidate, DocumentPass } from '../../../server/detection/recognizer.ts';
import type { DetectionOptions } from '../../../server/detection/types.ts';
import { createTextView } from '../../../server/detection/view.ts';

const SHIPPED = join(import.meta.dirname, '../../../resources/gazetteers');

/** The word lists that ship. */
export function loadLexicon(): LexiconSource {
  return createLexiconSource(loadGazetteers(SHIPPED));
}

/** The things that ship. */
export function loadThings(): ThingReader {
  return createThingReader(loadGazetteers(SHIPPED).things);
}

/**
 * Whether a pass keeps the last mention of a value. Unless `rest` says otherwise, it is a person whom the tagger alone finds; everywhere else in the text nothing is found.
 */
export function keeps(
  pass: DocumentPass,
  language: Language,
  text: string,
  value: string,
  rest: Partial<Candidate> = {},
  level: DetectionOptions['level'] = 'balanced',
): boolean {
  const start = text.lastIndexOf(value);
  const find = {
    ...{ start, end: start + value.length, category: 'person', confidence: 0.8, priority: 41 },
    sources: ['tagger:context'],
    ...rest,
  };
  return pass(createTextView(text, language), [find], { level, categories: {}, terms: [] }).length === 1;
}
