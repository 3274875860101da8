import { join } from 'node:path';
import { createEngine } from '../../server/detection/engine.ts';
import { loadGazetteers, type Gazetteers } from '../../server/detection/gazetteers/index.ts';
import { createLexiconSource, type LexiconSource } from '../../server/detection/gazetteers/lexicon.ts';
import { createThingReader } from '../../server/detection/gazetteers/things.ts';
import {
  createDefaultEngine,
  createNameRecognizers,
  createPasses,
  createStructuredRecognizers,
} from '../../server/detection/index.ts';
import { createLanguageDetector } from '../../server/detection/language.ts';
import type { Recognizer } from '../../server/detection/recognizer.ts';
import { createNameFamilies } from '../../server/detection/recognizers/names/families.ts';
import { createTagger, loadTaggerModel, type Tagger } from '../../server/detection/tagger/index.ts';
import type { DetectionEngine } from '../../server/detection/types.ts';

/** Parts of the detector that a measurement can leave out. */
export const PARTS = ['structured', 'names', 'tagger', 'document'] as const;
export type Part = (typeof PARTS)[number];

/** The parts named in a list with commas. @throws Error when one is unknown */
export function partsOf(list: string): ReadonlySet<Part> {
  const names = list.split(',').filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      const part = PARTS.find((known) => known === name);
      if (part === undefined) throw new Error(`--without takes ${PARTS.join(', ')}`);
      return part;
    }),
  );
}

/** What each row of the ablation table leaves out. */
export const ABLATIONS: Readonly<Record<string, readonly Part[]>> = Object.freeze({
  'recognizers alone': ['names', 'tagger', 'document'],
  '+ word lists': ['tagger', 'document'],
  '+ tagger': ['document'],
  '+ document pass': [],
  'all without tagger': ['tagger'],
});

/** The engine of the product, or one without some of its parts. */
export function createMeasuredEngine(resourcesDir: string, without: ReadonlySet<Part>): DetectionEngine {
  if (without.size === 0) return createDefaultEngine({ resourcesDir });
  const gazetteers = loadGazetteers(join(resourcesDir, 'gazetteers'));
  const lexicon = createLexiconSource(gazetteers);
  const tagger = without.has('tagger')
    ? undefined
    : createTagger(loadTaggerModel(join(resourcesDir, 'tagger')), gazetteers, lexicon);
  return createEngine({
    recognizers: [
      ...(without.has('structured') ? [] : createStructuredRecognizers()),
      ...nameRecognizers(gazetteers, lexicon, tagger, !without.has('names')),
    ],
    passes: without.has('document')
      ? []
      : createPasses(lexicon, createThingReader(gazetteers.things), tagger?.likelihood),
    proposers: [],
    version: { recognizers: `evaluation without ${[...without].join(', ')}`, model: null },
    detectLanguage: createLanguageDetector(gazetteers.words),
  });
}

function nameRecognizers(
  gazetteers: Gazetteers,
  lexicon: LexiconSource,
  tagger: Tagger | undefined,
  byLists: boolean,
): readonly Recognizer[] {
  if (tagger === undefined) return byLists ? createNameFamilies(gazetteers, lexicon) : [];
  return byLists ? createNameRecognizers(gazetteers, lexicon, tagger) : [tagger.recognizer];
}
