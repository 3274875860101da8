import type { Box } from '../layout/lines.ts';
import { layoutText } from '../layout/text.ts';
import type { EnginePage, RecognizedWord } from './engine.ts';

/** A line of words as Tesseract found it; pixels of the picture. */
export interface RecognizedRow {
  readonly words: readonly { readonly text: string; readonly letters: Box; readonly confidence: number }[];
  /** Two points of the line that the letters stand on. */
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** From the lowest descender to the highest ascender. */
  readonly height: number;
}

/** Share of a row's height above and below its baseline. */
const ABOVE_BASELINE = 0.75;
const BELOW_BASELINE = 0.25;

/** What an engine has read, from the rows it found. */
export function enginePageOf(rows: readonly RecognizedRow[]): EnginePage {
  const words = wordsOf(rows);
  return { words, text: layoutText(words), confidence: meanConfidence(words) };
}

/** 0 for no words. */
export function meanConfidence(words: readonly { readonly confidence: number }[]): number {
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  return words.length === 0 ? 0 : sum / words.length;
}

/** Lines with fewer words say little about the tilt of a page. */
const WORDS_FOR_TILT = 4;

/**
 * Words with the height of their row (the box of a single word follows its letters, and "am" would not share a line with "gegeben"), and with the tilt
 * of the page taken out of their places.
 */
function wordsOf(rows: readonly RecognizedRow[]): RecognizedWord[] {
  const slopes = rows
    .filter(({ words }) => words.length >= WORDS_FOR_TILT)
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / Math.max(1, x1 - x0))
    .sort((a, b) => a - b);
  const slope = slopes[slopes.length >> 1] ?? 0;
  return rows.flatMap(({ words, baseline: { x0, y0, x1, y1 }, height }) => {
    const base = (y0 + y1) / 2 - (slope * (x0 + x1)) / 2;
    const [top, bottom] = [base - ABOVE_BASELINE * height, base + BELOW_BASELINE * height];
    return words.map(({ text, letters, confidence }) => ({
      text: text.normalize('NFC'),
      left: letters.left,
      right: letters.right,
      top,
      bottom,
      softHyphen: false,
      letters,
      confidence,
    }));
  });
}
