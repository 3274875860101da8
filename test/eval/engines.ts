import { join } from 'node:path';
import { createEngine } from '../../server/detection/engine.ts';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
import { createLexiconSource } from '../../server/detection/gazetteers/lexicon.ts';
import { createDefaultEngine, createPasses, createStructuredRecognizers } from '../../server/detection/index.ts';
import { createLanguageDetector } from '../../server/detection/language.ts';
import { createNameFamilies } from '../../server/detection/recognizers/names/families.ts';
import type { DetectionEngine } from '../../server/detection/types.ts';

/** Parts of the detector that a measurement can leave out. */
export const PARTS = ['structured', 'names', 'document'] as const;
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
  'recognizers alone': ['names', 'document'],
  '+ word lists': ['document'],
  '+ document pass': [],
});

/** The engine of the product, or one without some of its parts. */
export function createMeasuredEngine(resourcesDir: string, without: ReadonlySet<Part>): Promise<DetectionEngine> {
  if (without.size === 0) return createDefaultEngine({ resourcesDir });
  const gazetteers = loadGazetteers(join(resourcesDir, 'gazetteers'));
  const lexicon = createLexiconSource(gazetteers);
  const engine = createEngine({
    recognizers: [
      ...(without.has('structured') ? [] : createStructuredRecognizers()),
      ...(without.has('names') ? [] : createNameFamilies(gazetteers, lexicon)),
    ],
    passes: without.has('document') ? [] : createPasses(lexicon),
    proposers: [],
    version: { recognizers: `evaluation without ${[...without].join(', ')}`, model: null },
    detectLanguage: createLanguageDetector(gazetteers.words),
  });
  return Promise.resolve(engine);
}
