import type { Language } from '../contract/common.ts';
import type { LabelMatch } from './labels/types.ts';
import type { DetectionOptions, Span } from './types.ts';

/** One word, number or punctuation mark. Offsets are UTF-16 code units. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: 'word' | 'number' | 'mixed' | 'mark' | 'break';
}

/** A text prepared once for all recognizers. */
export interface TextView {
  /** The text as given, with plain spaces and hyphens for those of typesetting (no-break, narrow, thin); the same offsets. */
  readonly text: string;
  readonly language: Language;
  /** Start offset of every line; a line ends before its line break. */
  readonly lineStarts: Int32Array;
  /** Tokens in order; computed on first use. */
  readonly tokens: readonly Token[];
  /** {@link Token.text} of every token, words and mixtures in lower case without diacritics (see `fold`); computed on first use. */
  readonly folded: readonly string[];
  /** Labels such as "IBAN" or "geboren am" in order (see labels/); computed on first use. */
  readonly labels: readonly LabelMatch[];
  /** Number of the line an offset lies in, counted from 0. */
  lineAt(offset: number): number;
  /** Exclusive end of a line, before its line break. */
  lineEnd(line: number): number;
  /** Index of the first token that ends after an offset; `tokens.length` when there is none. */
  tokenAt(offset: number): number;
  /** Up to `length` code units before an offset, cut at nothing; for context words. */
  before(offset: number, length: number): string;
  /** Up to `length` code units from an offset. */
  after(offset: number, length: number): string;
}

/**
 * A proposed find. Where candidates overlap, the higher `priority` wins, then the longer span, then the higher confidence
 * (see resolve.ts). Bands: 90 own terms, 80 check digit or unmistakable shape, 70 shape with a label, 60 shape alone, 50 names with a title or legal form,
 * 40 names from gazetteers and the tagger, 30 propagated mentions, 10 weak.
 */
export interface Candidate extends Span {
  readonly priority: number;
}

/** Finds one family of values. Pure and linear in the length of the text; keeps no state between calls. */
export interface Recognizer {
  /** `family:name`, shown as source of a find. */
  readonly id: string;
  /** Categories it may report; skipped when all of them are off. */
  readonly categories: readonly string[];
  /** Languages it belongs to; all when absent. Identifiers of a country usually run for every language. */
  readonly languages?: readonly Language[];
  recognize(view: TextView): Iterable<Candidate>;
}

/**
 * A stage that proposes finds and may take its time: the shipped tagger, a plugged model, a local language model. It runs before
 * overlaps are resolved, beside the recognizers, whose bands its candidates share. Keeps no state between calls.
 */
export interface SpanProposer {
  /** `family:name`, shown as source of a find, for example `model:hospital-names`. */
  readonly id: string;
  /** Categories it may report; skipped when all of them are off. */
  readonly categories: readonly string[];
  /** Languages it belongs to; all when absent. */
  readonly languages?: readonly Language[];
  /** Whether a text may do without it when it fails: `optional` is noted in the result, `required` fails the detection. */
  readonly need: 'required' | 'optional';
  /** What jobs record, once it is loaded. */
  readonly version?: string | null;
  /**
   * Finds in one text. Offsets are UTF-16 code units of `view.text`; the engine drops what is out of bounds, below the level or switched off.
   * @throws AppError DETECTOR_UNAVAILABLE when it cannot do its work; the signal's reason when it is aborted
   */
  propose(view: TextView, options: DetectionOptions, signal?: AbortSignal): Promise<readonly Candidate[]>;
}

/** Probability of every token of a text, 0 to 1, that it belongs to any value; in token order. */
export type Likelihood = (view: TextView) => Float32Array;

/**
 * Works on the whole document after the first resolution: links mentions of one person or company and finds later mentions of
 * names already found. Gets the winners sorted by start and returns the candidates of a second resolution, usually the winners
 * (perhaps with `entity`) and propagated ones in a lower band.
 */
export type DocumentPass = (
  view: TextView,
  winners: readonly Candidate[],
  options: DetectionOptions,
) => readonly Candidate[];
