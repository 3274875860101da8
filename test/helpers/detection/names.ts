import { join } from 'node:path';
import type { ProtectionLevel } from '../../../server/contract/anonymization.ts';
import type { Language } from '../../../server/contract/common.ts';
import { createDocumentPass } from '../../../server/detection/document/index.ts';
import { createRuleEngine } from '../../../server/detection/engine.ts';
import { loadGazetteers } from '../../../server/detection/gazetteers/index.ts';
import { createLexiconSource } from '../../../server/detection/gazetteers/lexicon.ts';
import type { Span } from '../../../server/detection/types.ts';
import { createNameFamilies } from '../../../server/detection/recognizers/names/families.ts';

/** A find as tests compare it. */
export interface Found extends Span {
  readonly text: string;
}

/** Runs the recognizers of names, organizations and places with the document pass; for tests. */
export function createNameFinder(): (language: Language, text: string, level?: ProtectionLevel) => Found[] {
  const gazetteers = loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers'));
  const lexicon = createLexiconSource(gazetteers);
  const engine = createRuleEngine({
    recognizers: createNameFamilies(gazetteers, lexicon),
    passes: [createDocumentPass(lexicon)],
    version: { recognizers: 'test', model: null },
  });
  const categories = { person: true, organization: true, address: true, location: true, username: true };
  return (language, text, level = 'balanced') =>
    engine
      .detect(text, { language, level, categories, terms: [] })
      .spans.map((span) => ({ ...span, text: text.slice(span.start, span.end) }));
}

/** The texts of one category's finds. */
export function textsOf(found: readonly Found[], category: string): string[] {
  return found.filter((span) => span.category === category).map(({ text }) => text);
}
