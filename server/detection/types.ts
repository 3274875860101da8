import type { Language } from '../contract/common.ts';
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

export interface DetectionResult {
  readonly language: Language;
  /** Sorted by start, never overlapping. */
  readonly spans: readonly Span[];
}

/** Version information that jobs record. */
export interface DetectorVersion {
  readonly recognizers: string;
  readonly model: string | null;
}

/** The pure engine: text in, spans out; used directly in tests and inside worker threads in the server. */
export interface DetectionEngine {
  readonly version: DetectorVersion;
  detect(text: string, options: DetectionOptions): DetectionResult;
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
