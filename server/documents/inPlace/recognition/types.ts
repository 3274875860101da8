import type { Language } from '../../../contract/common.ts';
import type { GrayPage } from '../../image/graymap.ts';
import type { Matrix } from '../../layout/matrix.ts';
import type { RecognizedWord } from '../../ocr/engine.ts';

/** Words found in a picture. */
export interface RecognizedPicture {
  readonly words: readonly RecognizedWord[];
  /** Leads from the places of the words to the picture, in fractions of its width and height from the upper left corner. */
  readonly toPicture: Matrix;
  readonly confidence: number;
  readonly language: Language;
}

/** Recognizes words in pictures; the same picture and language always give the same words. */
export interface Recognizer {
  recognize(page: GrayPage, language: Language | null, signal: AbortSignal): Promise<RecognizedPicture>;
  close(): Promise<void>;
}
