import type { Span } from '../../server/detection/types.ts';
import { LABEL_CATEGORIES, type AnnotatedDocument, type Mark } from './annotated.ts';
import { addFind, createCalibration, mergeCalibration, type Calibration } from './calibration.ts';

/** Sums of one label's required marks. */
export interface LabelScore {
  mentions: number;
  /** Every letter and digit is masked. */
  masked: number;
  /** Masked under a category that names the label rightly. */
  named: number;
  /** Different values, each once per document. */
  values: number;
  /** Values of which at least one mention stays readable. */
  leaked: number;
}

/** Sums over documents; shares are computed when they are printed. Nothing in it is text of a document. */
export interface Score {
  documents: number;
  characters: number;
  milliseconds: number;
  readonly labels: Record<string, LabelScore>;
  /** Letters and digits masked by finds of judged categories. */
  maskedCharacters: number;
  /** Those of them that lie in a mark, required or optional. */
  rightCharacters: number;
  /** Finds of judged categories. */
  spans: number;
  /** Those of them that touch no mark. */
  falseSpans: number;
  /** By category, and of all under `all`. A find counts as right when most of its letters and digits lie in marks. */
  readonly calibration: Record<string, Calibration>;
}

/** A place where marks and finds differ. */
export interface Miss {
  readonly kind: 'missed' | 'false';
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

export function createScore(): Score {
  return {
    documents: 0,
    characters: 0,
    milliseconds: 0,
    labels: {},
    maskedCharacters: 0,
    rightCharacters: 0,
    spans: 0,
    falseSpans: 0,
    calibration: {},
  };
}

function createLabelScore(): LabelScore {
  return { mentions: 0, masked: 0, named: 0, values: 0, leaked: 0 };
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** 1 for every code unit of a letter or digit. */
function wordUnits(text: string): Uint8Array {
  const units = new Uint8Array(text.length);
  let at = 0;
  for (const character of text) {
    if (WORD_CHARACTER.test(character)) units.fill(1, at, at + character.length);
    at += character.length;
  }
  return units;
}

/** Adds one document to the score. @returns what was missed and what was masked without need */
export function addDocument(
  score: Score,
  { text, marks, judged }: AnnotatedDocument,
  spans: readonly Span[],
  milliseconds = 0,
): Miss[] {
  const misses: Miss[] = [];
  const words = wordUnits(text);
  const masked = new Uint8Array(text.length);
  const marked = new Uint8Array(text.length);
  const claimed = new Uint8Array(text.length);
  const claims = spans.filter(({ category }) => judged?.has(category) ?? true);
  for (const { start, end } of spans) masked.fill(1, start, end);
  for (const { start, end } of claims) claimed.fill(1, start, end);
  for (const { start, end } of marks) marked.fill(1, start, end);

  const values = new Map<string, { label: string; leaked: boolean }>();
  for (const mark of marks) {
    if (!mark.required) continue;
    const isMasked = covers(text, words, masked, mark);
    const sums = (score.labels[mark.label] ??= createLabelScore());
    sums.mentions += 1;
    if (isMasked) sums.masked += 1;
    else misses.push({ kind: 'missed', label: mark.label, start: mark.start, end: mark.end });
    if (isMasked && LABEL_CATEGORIES[mark.label]?.includes(categoryOf(mark, spans))) sums.named += 1;
    const key = `${mark.label}|${text.slice(mark.start, mark.end)}`;
    values.set(key, { label: mark.label, leaked: !isMasked || (values.get(key)?.leaked ?? false) });
  }
  for (const { label, leaked } of values.values()) {
    const sums = score.labels[label]!;
    sums.values += 1;
    if (leaked) sums.leaked += 1;
  }
  for (let at = 0; at < text.length; at += 1) {
    if (claimed[at] === 0 || words[at] === 0) continue;
    score.maskedCharacters += 1;
    if (marked[at] === 1) score.rightCharacters += 1;
  }
  for (const { start, end, category, confidence } of claims) {
    score.spans += 1;
    if (!marked.subarray(start, end).includes(1)) {
      score.falseSpans += 1;
      misses.push({ kind: 'false', label: category, start, end });
    }
    const isRight = mostlyIn(words, marked, start, end);
    for (const name of ['all', category]) {
      addFind((score.calibration[name] ??= createCalibration()), confidence, isRight);
    }
  }
  score.documents += 1;
  score.characters += text.length;
  score.milliseconds += milliseconds;
  return misses;
}

/** True when every letter and digit of the mark is masked. */
function covers(text: string, words: Uint8Array, masked: Uint8Array, { start, end }: Mark): boolean {
  // An English possessive may stand inside or outside a mark.
  const stop = /['’]s$/.test(text.slice(start, end)) ? end - 2 : end;
  for (let at = start; at < stop; at += 1) if (words[at] === 1 && masked[at] === 0) return false;
  return true;
}

/** Category of the span that covers most of the mark. */
function categoryOf({ start, end }: Mark, spans: readonly Span[]): string {
  let best = '';
  let most = 0;
  for (const span of spans) {
    const shared = Math.min(end, span.end) - Math.max(start, span.start);
    if (shared > most) {
      most = shared;
      best = span.category;
    }
  }
  return best;
}

function mostlyIn(words: Uint8Array, marked: Uint8Array, start: number, end: number): boolean {
  let all = 0;
  let inside = 0;
  for (let at = start; at < end; at += 1) {
    if (words[at] === 0) continue;
    all += 1;
    if (marked[at] === 1) inside += 1;
  }
  return inside * 2 > all;
}

/** Adds what `other` has counted. */
export function mergeScore(into: Score, other: Score): void {
  for (const key of SUMS) into[key] += other[key];
  for (const [label, sums] of Object.entries(other.labels)) {
    addLabelScore((into.labels[label] ??= createLabelScore()), sums);
  }
  for (const [category, bins] of Object.entries(other.calibration)) {
    mergeCalibration((into.calibration[category] ??= createCalibration()), bins);
  }
}

const SUMS = [
  'documents',
  'characters',
  'milliseconds',
  'maskedCharacters',
  'rightCharacters',
  'spans',
  'falseSpans',
] as const satisfies readonly (keyof Score)[];

/** Sum over labels of a score. */
export function totalOf(score: Score): LabelScore {
  const total = createLabelScore();
  for (const sums of Object.values(score.labels)) addLabelScore(total, sums);
  return total;
}

function addLabelScore(into: LabelScore, sums: LabelScore): void {
  for (const key of Object.keys(sums) as (keyof LabelScore)[]) into[key] += sums[key];
}
