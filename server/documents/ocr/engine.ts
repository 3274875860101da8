import { createWorker, OEM, type Worker } from 'tesseract.js';
import type { Language } from '../../contract/common.ts';
import { languageData } from './languageData.ts';

export interface EnginePage {
  /** Paragraphs separated by blank lines. */
  readonly text: string;
  /** Mean confidence of the words, 0 to 1. */
  readonly confidence: number;
}

/** Tesseract with one language loaded at a time. */
export interface Engine {
  /** `image` is a format Leptonica reads. `deskew` turns a slightly tilted page first. */
  recognize(image: Uint8Array, options: EngineOptions): Promise<EnginePage>;
}

export interface EngineOptions {
  readonly language: Language;
  readonly dpi: number;
  readonly deskew?: boolean;
}

/**
 * Makes an engine; a model is loaded when it is first needed and replaces the one before. tesseract.js runs it in a thread of its own, and an error in
 * there ends the calling thread too: engines belong into worker threads, whose pool replaces them.
 */
export function createEngine(): Engine {
  let loaded: { readonly language: Language; readonly worker: Worker } | null = null;

  async function load(language: Language): Promise<Worker> {
    if (loaded?.language === language) return loaded.worker;
    await loaded?.worker.terminate();
    loaded = null;
    const { model, folder } = languageData(language);
    // A plain folder and no cache: the library then neither asks a server nor writes a file.
    const worker = await createWorker(model, OEM.LSTM_ONLY, { langPath: folder, gzip: true, cacheMethod: 'none' });
    await worker.setParameters({ debug_file: '/dev/null' });
    loaded = { language, worker };
    return worker;
  }

  return {
    async recognize(image, { language, dpi, deskew = false }) {
      const worker = await load(language);
      await worker.setParameters({ user_defined_dpi: String(dpi) });
      const input = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
      const { data } = await worker.recognize(input, { rotateAuto: deskew });
      return { text: data.text, confidence: Math.min(1, Math.max(0, data.confidence / 100)) };
    },
  };
}
