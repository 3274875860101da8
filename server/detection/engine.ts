import { AppError } from '../core/errors.ts';
import type { Language } from '../contract/languages.ts';
import { DEFAULT_LANGUAGE, type LanguageDetector } from './language.ts';
import { levelThreshold } from './levels.ts';
import type { Candidate, DocumentPass, Recognizer, SpanProposer, TextView } from './recognizer.ts';
import { createRegistry } from './registry.ts';
import { resolve } from './resolve.ts';
import { createTermMatcher } from './terms/index.ts';
import type {
  DetectionEngine,
  DetectionOptions,
  DetectionResult,
  DetectorVersion,
  RuleEngine,
  Span,
  StageRun,
} from './types.ts';
import { createTextView } from './view.ts';

export interface RuleEngineOptions {
  readonly recognizers: readonly Recognizer[];
  /** What is done with the whole document once overlaps are resolved, in this order; resolved again after each. */
  readonly passes?: readonly DocumentPass[];
  readonly version: DetectorVersion;
  /** Asked for texts whose language the options leave open; absent, these are in {@link DEFAULT_LANGUAGE}. */
  readonly detectLanguage?: LanguageDetector;
}

export interface EngineOptions extends RuleEngineOptions {
  /** Asynchronous stages; run one after the other. */
  readonly proposers: readonly SpanProposer[];
}

/** One text on its way through the engine. */
interface Run {
  readonly view: TextView;
  /** Adds the recognizers' finds to those of the stages, resolves overlaps and runs the passes. */
  finish(proposed: readonly Candidate[], stages: readonly StageRun[]): DetectionResult;
}

function toSpan({ start, end, category, confidence, sources, entity }: Candidate): Span {
  return { start, end, category, confidence, sources, ...(entity === undefined ? {} : { entity }) };
}

function createRuns({ recognizers, passes = [], detectLanguage = () => DEFAULT_LANGUAGE }: RuleEngineOptions) {
  const registry = createRegistry(recognizers);

  return (text: string, options: DetectionOptions): Run => {
    const language = options.language ?? detectLanguage(text);
    const view = createTextView(text, language);
    const wanted = ({ category }: Candidate): boolean => options.categories[category] === true;
    const terms = createTermMatcher(options.terms);
    const kept = (candidate: Candidate): boolean => wanted(candidate) && !terms.isAllowed(text, candidate);
    const threshold = levelThreshold(options.level);

    return {
      view,
      finish(proposed, stages) {
        const candidates: Candidate[] = terms.candidates(text).filter(wanted);
        const add = (found: Iterable<Candidate>): void => {
          for (const candidate of found) {
            // Before overlaps are resolved: what the level leaves out must not stand in the way of what it masks.
            if (candidate.confidence >= threshold && kept(candidate)) candidates.push(candidate);
          }
        };
        for (const recognizer of registry.select(language, options.categories)) add(recognizer.recognize(view));
        add(proposed);
        let winners = resolve(text, candidates);
        for (const pass of passes) winners = resolve(text, pass(view, winners, options).filter(kept));
        return { language, spans: winners.map(toSpan), stages };
      },
    };
  };
}

/** Puts recognizers together: text in, spans out. Pure; the same text and options always give the same result. */
export function createRuleEngine(options: RuleEngineOptions): RuleEngine {
  const begin = createRuns(options);
  return {
    version: options.version,
    detect: (text, detectionOptions) => begin(text, detectionOptions).finish([], []),
  };
}

/** A rule engine with asynchronous stages before its resolution. Deterministic as far as its stages are. */
export function createEngine({ proposers, ...options }: EngineOptions): DetectionEngine {
  const begin = createRuns(options);
  return {
    version: options.version,
    async detect(text, detectionOptions, signal) {
      const run = begin(text, detectionOptions);
      const proposed: Candidate[] = [];
      const stages: StageRun[] = [];
      for (const proposer of proposers) {
        const note = (state: StageRun['state']): void => {
          stages.push({ id: proposer.id, state, version: proposer.version ?? null });
        };
        if (!takesPart(proposer, run.view.language, detectionOptions)) {
          note('skipped');
          continue;
        }
        try {
          for (const candidate of await proposer.propose(run.view, detectionOptions, signal)) proposed.push(candidate);
          note('ran');
        } catch (error) {
          // Without a stage that the owner requires, texts would be released with less masked than promised.
          if (proposer.need === 'required' || !isUnavailable(error)) throw error;
          note('failed');
        }
        signal?.throwIfAborted();
      }
      return run.finish(proposed, stages);
    },
  };
}

function takesPart(proposer: SpanProposer, language: Language, { categories }: DetectionOptions): boolean {
  return (
    (proposer.languages?.includes(language) ?? true) && proposer.categories.some((category) => categories[category])
  );
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'DETECTOR_UNAVAILABLE';
}
