import type { Language } from '../../contract/common.ts';
import type { GrayPage } from '../image/graymap.ts';
import type { Box, Word } from '../layout/lines.ts';

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

/** Reads the words of a picture with the model of one language. The same picture and language always give the same words. */
export interface Engine {
  recognize(page: GrayPage, language: Language): Promise<EnginePage>;
  /** Ends what the engine has started; it may be used again. */
  close(): Promise<void>;
}
