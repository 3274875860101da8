import { createWorker, OEM, type Block, type Worker } from 'tesseract.js';
import type { Language } from '../../contract/common.ts';
import type { Box, Word } from '../layout/lines.ts';
import { layoutText } from '../layout/text.ts';
import { languageData } from './languageData.ts';

/** A word as it was found; its own box has the height of its row, so that words of one line share it. */
export interface RecognizedWord extends Word {
  /** Around its letters, in pixels of the picture that was recognized. */
  readonly letters: Box;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface EnginePage {
  readonly words: readonly RecognizedWord[];
  /** In reading order, see `layoutText`. */
  readonly text: string;
  /** Mean confidence of the words, 0 to 1. */
  readonly confidence: number;
}

/** Tesseract with one language loaded at a time. */
export interface Engine {
  /** `image` is a format Leptonica reads. */
  recognize(image: Uint8Array, options: EngineOptions): Promise<EnginePage>;
  /** Ends the thread of the model; the engine may be used again. */
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly language: Language;
  readonly dpi: number;
}

/**
 * Makes an engine; a model is loaded when it is first needed and replaces the one before. tesseract.js runs it in a thread of its own, and an error in
 * there ends the calling thread too: engines belong into worker threads, whose pool replaces them.
 */
export function createEngine({ dataOf = languageData }: { readonly dataOf?: typeof languageData } = {}): Engine {
  let loaded: { readonly language: Language; readonly worker: Worker } | null = null;

  async function load(language: Language): Promise<Worker> {
    if (loaded?.language === language) return loaded.worker;
    await loaded?.worker.terminate();
    loaded = null;
    const { model, folder, gzip } = dataOf(language);
    // A plain folder and no cache: the library then neither asks a server nor writes a file.
    const options = { langPath: folder, gzip, cacheMethod: 'none' };
    const worker = await createWorker(model, OEM.LSTM_ONLY, options, 'debug_file /dev/null');
    loaded = { language, worker };
    return worker;
  }

  return {
    async recognize(image, { language, dpi }) {
      const worker = await load(language);
      await worker.setParameters({ user_defined_dpi: String(dpi) });
      const input = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
      const { data } = await worker.recognize(input, {}, { text: false, blocks: true });
      const words = wordsOf(data.blocks ?? []);
      return {
        words,
        text: layoutText(words),
        confidence: Math.min(1, Math.max(0, data.confidence / 100)),
      };
    },
    async close() {
      const ending = loaded?.worker;
      loaded = null;
      await ending?.terminate();
    },
  };
}

/** Share of a row's height above and below its baseline. */
const ABOVE_BASELINE = 0.75;
const BELOW_BASELINE = 0.25;

/** Lines with fewer words say little about the tilt of a page. */
const WORDS_FOR_TILT = 4;

/**
 * Words with the height of their row (the box of a single word follows its letters, and "am" would not share a line with "gegeben"), and with the tilt
 * of the page taken out of their places.
 */
function wordsOf(blocks: readonly Block[]): RecognizedWord[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const slopes = lines
    .filter(({ words }) => words.length >= WORDS_FOR_TILT)
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / Math.max(1, x1 - x0))
    .sort((a, b) => a - b);
  const slope = slopes[slopes.length >> 1] ?? 0;
  return lines.flatMap(({ words, baseline: { x0, y0, x1, y1 }, rowAttributes: { rowHeight } }) => {
    const base = (y0 + y1) / 2 - (slope * (x0 + x1)) / 2;
    const [top, bottom] = [base - ABOVE_BASELINE * rowHeight, base + BELOW_BASELINE * rowHeight];
    return words.map(({ text, bbox, confidence }) => {
      const letters = { left: bbox.x0, right: bbox.x1, top: bbox.y0, bottom: bbox.y1 };
      const { left, right } = letters;
      return {
        text: text.normalize('NFC'),
        left,
        right,
        top,
        bottom,
        softHyphen: false,
        letters,
        confidence: confidence / 100,
      };
    });
  });
}
