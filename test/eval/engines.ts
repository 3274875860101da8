import { createNameFamilies } from '../../server/detection/recognizers/names/families.ts';
import { createPasses, createStructuredRecognizers } from '../../server/detection/index.ts';
import { createRuleEngine } from '../../server/detection/engine.ts';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
import { createLexiconSource } from '../../server/detection/gazetteers/lexicon.ts';
import type { RuleEngine } from '../../server/detection/types.ts';

/** Parts of the detector that a measurement can leave out. */
export type Part = 'structured' | 'names' | 'document';

/** An engine without some of its parts. @param gazetteers - folder of the compiled word lists */
export function createAblatedEngine(gazetteers: string, without: ReadonlySet<Part>): RuleEngine {
  const lists = loadGazetteers(gazetteers);
  const lexicon = createLexiconSource(lists);
  return createRuleEngine({
    recognizers: [
      ...(without.has('structured') ? [] : createStructuredRecognizers()),
      ...(without.has('names') ? [] : createNameFamilies(lists, lexicon)),
    ],
    passes: without.has('document') ? [] : createPasses(lexicon),
    version: { recognizers: 'evaluation', model: null },
  });
}
