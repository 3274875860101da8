import type { Recognizer } from './recognizer.ts';
import { createEngine } from './engine.ts';
import { createContactRecognizers } from './recognizers/contact/index.ts';
import { createDateRecognizers } from './recognizers/dates/index.ts';
import { createFinanceRecognizers } from './recognizers/finance/index.ts';
import { createIdentityRecognizers } from './recognizers/identity/index.ts';
import { createReferenceRecognizers } from './recognizers/references/index.ts';
import { createTechnicalRecognizers } from './recognizers/technical/index.ts';
import { createLabelledRecognizer } from './recognizers/labelled/index.ts';
import type { DetectionEngine } from './types.ts';

/** Recognizers of values with a shape or a label; they need no data files. */
export function createStructuredRecognizers(): readonly Recognizer[] {
  return [
    createLabelledRecognizer(),
    ...createFinanceRecognizers(),
    ...createIdentityRecognizers(),
    ...createContactRecognizers(),
    ...createTechnicalRecognizers(),
    ...createDateRecognizers(),
    ...createReferenceRecognizers(),
  ];
}

export interface DefaultEngineOptions {
  /** The folder resources/ of the installation. */
  readonly resourcesDir: string;
}

/** The engine of the product with every recognizer. */
export function createDefaultEngine(_options: DefaultEngineOptions): DetectionEngine {
  return createEngine({
    recognizers: createStructuredRecognizers(),
    version: { recognizers: '1', model: null },
  });
}
