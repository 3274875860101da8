import type { Recognizer } from './recognizer.ts';
import { createEngine } from './engine.ts';
import { createLabelledRecognizer } from './recognizers/labelled/index.ts';
import type { DetectionEngine } from './types.ts';

/** Recognizers of values with a shape or a label; they need no data files. */
export function createStructuredRecognizers(): readonly Recognizer[] {
  return [createLabelledRecognizer()];
}

export interface DefaultEngineOptions {
  /** The folder resources/ of the installation. */
  readonly resourcesDir: string;
}

/** The engine of the product with every recognizer. */
export function createDefaultEngine(options: DefaultEngineOptions): DetectionEngine {
  void options;
  return createEngine({
    recognizers: createStructuredRecognizers(),
    version: { recognizers: '1', model: null },
  });
}
