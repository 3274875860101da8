import { createNameFamilies } from '../../server/detection/recognizers/names/families.ts';
import { createBesidePersonsPass } from '../../server/detection/passes/besidePersons.ts';
import { createDocumentPass } from '../../server/detection/document/index.ts';
import { createStructuredRecognizers } from '../../server/detection/index.ts';
import { levelThreshold } from '../../server/detection/document/levels.ts';
import { createEngine } from '../../server/detection/engine.ts';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
import { createLexiconSource } from '../../server/detection/gazetteers/lexicon.ts';
import type { DocumentPass } from '../../server/detection/recognizer.ts';
import type { DetectionEngine } from '../../server/detection/types.ts';

/** Parts of the detector that a measurement can leave out. */
export type Part = 'structured' | 'names' | 'document';

/** What stays of the document pass when it is left out: the threshold of the level. */
const keepLevel: DocumentPass = (_view, winners, { level }) =>
  winners.filter(({ confidence }) => confidence >= levelThreshold(level));

/** An engine without some of its parts. @param gazetteers - folder of the compiled word lists */
export function createAblatedEngine(gazetteers: string, without: ReadonlySet<Part>): DetectionEngine {
  const lists = loadGazetteers(gazetteers);
  const lexicon = createLexiconSource(lists);
  return createEngine({
    recognizers: [
      ...(without.has('structured') ? [] : createStructuredRecognizers()),
      ...(without.has('names') ? [] : createNameFamilies(lists, lexicon)),
    ],
    passes: without.has('document') ? [keepLevel] : [createBesidePersonsPass(), createDocumentPass(lexicon)],
    version: { recognizers: 'evaluation', model: null },
  });
}
