import { createLanguageDetector, type LanguageDetector } from './language.ts';
import { levelThreshold } from './levels.ts';
import type { Candidate, DocumentPass, Recognizer } from './recognizer.ts';
import { createRegistry } from './registry.ts';
import { resolve } from './resolve.ts';
import { createTermMatcher } from './terms/index.ts';
import type { DetectionEngine, DetectionResult, DetectorVersion, Span } from './types.ts';
import { createTextView } from './view.ts';

export interface EngineOptions {
  readonly recognizers: readonly Recognizer[];
  /** What is done with the whole document once overlaps are resolved, in this order; resolved again after each. */
  readonly passes?: readonly DocumentPass[];
  readonly version: DetectorVersion;
  readonly detectLanguage?: LanguageDetector;
}

function toSpan({ start, end, category, confidence, sources, entity }: Candidate): Span {
  return { start, end, category, confidence, sources, ...(entity === undefined ? {} : { entity }) };
}

/** Puts recognizers together: text in, spans out. Pure; the same text and options always give the same result. */
export function createEngine({ recognizers, passes = [], version, ...rest }: EngineOptions): DetectionEngine {
  const registry = createRegistry(recognizers);
  const detectLanguage = rest.detectLanguage ?? createLanguageDetector();

  return {
    version,
    detect(text, options): DetectionResult {
      const language = options.language ?? detectLanguage(text);
      const view = createTextView(text, language);
      const wanted = ({ category }: Candidate): boolean => options.categories[category] === true;

      const terms = createTermMatcher(options.terms);
      const kept = (candidate: Candidate): boolean => wanted(candidate) && !terms.isAllowed(text, candidate);
      const threshold = levelThreshold(options.level);
      const candidates: Candidate[] = terms.candidates(text).filter(wanted);
      for (const recognizer of registry.select(language, options.categories)) {
        for (const candidate of recognizer.recognize(view)) {
          // Before overlaps are resolved: what the level leaves out must not stand in the way of what it masks.
          if (candidate.confidence >= threshold && kept(candidate)) candidates.push(candidate);
        }
      }
      let winners = resolve(text, candidates);
      for (const pass of passes) winners = resolve(text, pass(view, winners, options).filter(kept));
      return { language, spans: winners.map(toSpan) };
    },
  };
}
