import { cutRows, type GrayPage } from '../image/graymap.ts';
import type { Box } from '../layout/lines.ts';
import { layoutText } from '../layout/text.ts';
import type { Language } from '../../contract/common.ts';
import type { Engine, EnginePage, RecognizedWord } from './engine.ts';
import { paperShadeOf } from './ink.ts';
import type { PreparedPage } from './preparePage.ts';
import { meanConfidence } from './rows.ts';
import { erase, unreadRows } from './unread.ts';

/** A line that is found in a drawing with less mean confidence is none. */
const LEAST_CONFIDENCE = 0.4;
/** Lines with a lower mean confidence count as not read. */
const DOUBTFUL = 0.6;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * A reading with the lines that it left out or spoilt. Tesseract measures letters by those of the whole page and drops lines that are much smaller; once all that
 * was read is painted over, they are what the page consists of. One more recognition, and only of pages on which such lines are.
 */
export async function withSmallPrint(
  engine: Engine,
  prepared: PreparedPage,
  reading: EnginePage,
  language: Language,
): Promise<EnginePage> {
  const { page, scale } = prepared;
  const lines = linesOf(reading.words);
  const sure = lines.filter((line) => meanConfidence(line) >= DOUBTFUL).flat();
  const doubtful = lines.filter((line) => meanConfidence(line) < DOUBTFUL).flat();
  const read = sure.map(({ letters }) => letters);
  const rows = unreadRows(page, read);
  if (rows === null) return reading;
  const full = prepared.fullSize();
  const toFull = placing(page, full, 1 / scale);
  const toReading = placing(full, page, scale);
  const rest = { ...full, pixels: full.pixels.slice() };
  erase(rest, read.map(toFull), paperShadeOf(full));
  const from = Math.max(0, Math.floor(toFull({ left: 0, right: 0, top: rows.from, bottom: 0 }).top));
  const to = Math.min(full.height, Math.ceil(toFull({ left: 0, right: 0, top: 0, bottom: rows.to }).bottom));
  const found = await engine.recognize(softened(cutRows(rest, from, to)), language);
  const more = linesOf(found.words)
    .filter((line) => meanConfidence(line) >= LEAST_CONFIDENCE && line.some(({ text }) => LETTER.test(text)))
    .flat()
    .map((word) => movedTo(word, (box) => toReading({ ...box, top: box.top + from, bottom: box.bottom + from })));
  if (more.length === 0) return reading;
  const words = [...sure, ...doubtful.filter((word) => !more.some((other) => overlaps(word, other))), ...more];
  return { words, text: layoutText(words), confidence: meanConfidence(words) };
}

/** The words of every line: they share its height. */
function linesOf(words: readonly RecognizedWord[]): RecognizedWord[][] {
  return [...Map.groupBy(words, ({ top, bottom }) => `${top} ${bottom}`).values()];
}

function overlaps({ letters: a }: RecognizedWord, { letters: b }: RecognizedWord): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Leads from places on one picture to those on another whose middle is the same. */
function placing(from: GrayPage, to: GrayPage, scale: number): (box: Box) => Box {
  const x = (value: number): number => (value - (from.width - 1) / 2) * scale + (to.width - 1) / 2;
  const y = (value: number): number => (value - (from.height - 1) / 2) * scale + (to.height - 1) / 2;
  return ({ left, right, top, bottom }) => ({ left: x(left), right: x(right), top: y(top), bottom: y(bottom) });
}

function movedTo(word: RecognizedWord, move: (box: Box) => Box): RecognizedWord {
  return { ...word, ...move(word), letters: move(word.letters) };
}

/** The page with every pixel mixed with its neighbours (binomial filter, 3 by 3): what a scanner's noise does to thin strokes. */
function softened(page: GrayPage): GrayPage {
  const { pixels, width, height } = page;
  const soft = pixels.slice();
  const across = (at: number): number => pixels[at - 1]! + 2 * pixels[at]! + pixels[at + 1]!;
  for (let row = 1; row < height - 1; row += 1) {
    for (let at = row * width + 1, end = (row + 1) * width - 1; at < end; at += 1)
      soft[at] = (across(at - width) + 2 * across(at) + across(at + width)) >> 4;
  }
  return { ...page, pixels: soft };
}
