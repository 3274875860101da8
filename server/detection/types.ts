import type { Language } from '../contract/common.ts';
import type { DetectorDefinition, TryDetectorResult } from '../contract/detectors.ts';
import type { ProtectionLevel } from '../contract/anonymization.ts';
import type { TermBody } from '../contract/jobs.ts';

/** A find in a text. Offsets are UTF-16 code units of the text as given; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** A built-in category or an account's own. */
  readonly category: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Identifiers of the recognizers that found it, for example `checksum:iban` or `gazetteer:given-name`. */
  readonly sources: readonly string[];
  /**
   * Number of the person or company this mention names, within this document; mentions that plainly name the same one share it
   * ("Frau Dr. Anna Müller", "A. Müller", "Müllers"). Absent for values that have no variants.
   */
  readonly entity?: number;
}

/** A rule of the account: always mask, never mask, or an own pattern. */
export interface DetectionTerm extends TermBody {
  readonly id: string;
}

export interface DetectionOptions {
  /** Language of the text; detected when absent. */
  readonly language?: Language | undefined;
  readonly level: ProtectionLevel;
  /** Categories to look for, built-in and own; a category that is absent or false is not reported. */
  readonly categories: Readonly<Record<string, boolean>>;
  readonly terms: readonly DetectionTerm[];
}

/** What became of a stage that is no recognizer (see SpanProposer). */
export interface StageRun {
  /** {@link Span.sources} of its finds. */
  readonly id: string;
  /** `skipped`: its categories are off or it does not know the language. `failed`: optional and not available. */
  readonly state: 'ran' | 'skipped' | 'failed';
  /** null when it has none or was never loaded. */
  readonly version: string | null;
}

export interface DetectionResult {
  readonly language: Language;
  /** Sorted by start, never overlapping. */
  readonly spans: readonly Span[];
  /** The asynchronous stages of the engine, in their order; empty for rules alone. */
  readonly stages: readonly StageRun[];
}

/** Version information that jobs record. */
export interface DetectorVersion {
  readonly recognizers: string;
  readonly model: string | null;
}

/** Recognizers and document passes alone: text in, spans out, at once. */
export interface RuleEngine {
  readonly version: DetectorVersion;
  detect(text: string, options: DetectionOptions): DetectionResult;
}

/** The engine with its asynchronous stages; used directly in tests and inside worker threads in the server. */
export interface DetectionEngine {
  readonly version: DetectorVersion;
  /** @throws AppError DETECTOR_UNAVAILABLE when a required stage fails; the signal's reason when it is aborted */
  detect(text: string, options: DetectionOptions, signal?: AbortSignal): Promise<DetectionResult>;
}

/** Runs a plugged detector by itself, as its owner tries it out. */
export interface DetectorTrials {
  /** @throws AppError DETECTOR_UNAVAILABLE */
  tryDetector(definition: DetectorDefinition, text: string, signal?: AbortSignal): Promise<TryDetectorResult>;
}

/** The engine behind worker threads, as features use it. */
export interface Detector {
  readonly version: DetectorVersion;
  detect(text: string, options: DetectionOptions, signal?: AbortSignal): Promise<DetectionResult>;
  /** Where an account's terms match, without any other detection. Throws AppError INVALID_PATTERN. */
  matchTerms(text: string, terms: readonly DetectionTerm[]): Promise<readonly (Span & { readonly termId: string })[]>;
  /** Throws AppError INVALID_PATTERN when the RE2 expression does not compile or matches the empty string. */
  checkPattern(expression: string): void;
  close(): Promise<void>;
}
