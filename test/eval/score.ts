import type { Span } from '../../server/detection/types.ts';
import type { AnnotatedDocument, Mark } from './corpus.ts';

/** Sums over documents; shares are computed when they are printed. */
export interface Score {
  /** Label → required mentions, and how many of them are masked in every letter and digit. */
  readonly mentions: Map<string, { total: number; masked: number }>;
  /** Label → required values, and how many of them stay readable in at least one place. */
  readonly values: Map<string, { total: number; leaked: number }>;
  maskedCharacters: number;
  /** Masked letters and digits that lie in a mark, required or optional. */
  rightCharacters: number;
  spans: number;
  /** Spans that touch no mark. */
  falseSpans: number;
  characters: number;
}

export interface Miss {
  readonly kind: 'missed' | 'false';
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

export function createScore(): Score {
  return {
    mentions: new Map(),
    values: new Map(),
    maskedCharacters: 0,
    rightCharacters: 0,
    spans: 0,
    falseSpans: 0,
    characters: 0,
  };
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function isCovered(text: string, masked: Uint8Array, { start, end }: Mark): boolean {
  // An English possessive may stand inside or outside a mark.
  const stop = /['’]s$/.test(text.slice(start, end)) ? end - 2 : end;
  for (let i = start; i < stop; i += 1) if (masked[i] === 0 && WORD_CHARACTER.test(text.charAt(i))) return false;
  return true;
}

/** Adds one document to the score. @returns what was missed and what was masked without need */
export function addDocument(score: Score, document: AnnotatedDocument, spans: readonly Span[]): Miss[] {
  const { text, marks } = document;
  const misses: Miss[] = [];
  const masked = new Uint8Array(text.length);
  const marked = new Uint8Array(text.length);
  for (const { start, end } of spans) masked.fill(1, start, end);
  for (const { start, end } of marks) marked.fill(1, start, end);

  const values = new Map<string, { label: string; leaked: boolean }>();
  for (const mark of marks) {
    if (!mark.required) continue;
    const covered = isCovered(text, masked, mark);
    const counts = score.mentions.get(mark.label) ?? { total: 0, masked: 0 };
    score.mentions.set(mark.label, { total: counts.total + 1, masked: counts.masked + (covered ? 1 : 0) });
    if (!covered) misses.push({ kind: 'missed', ...mark });
    const key = `${mark.label}|${text.slice(mark.start, mark.end)}`;
    values.set(key, { label: mark.label, leaked: !covered || (values.get(key)?.leaked ?? false) });
  }
  for (const { label, leaked } of values.values()) {
    const counts = score.values.get(label) ?? { total: 0, leaked: 0 };
    score.values.set(label, { total: counts.total + 1, leaked: counts.leaked + (leaked ? 1 : 0) });
  }
  for (let i = 0; i < text.length; i += 1) {
    if (masked[i] === 0 || !WORD_CHARACTER.test(text.charAt(i))) continue;
    score.maskedCharacters += 1;
    if (marked[i] === 1) score.rightCharacters += 1;
  }
  for (const span of spans) {
    score.spans += 1;
    if (marked.subarray(span.start, span.end).includes(1)) continue;
    score.falseSpans += 1;
    misses.push({ kind: 'false', label: span.category, start: span.start, end: span.end });
  }
  score.characters += text.length;
  return misses;
}
