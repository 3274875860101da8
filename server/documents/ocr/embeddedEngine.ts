import { createWorker, OEM, type Worker } from 'tesseract.js';
import type { Language } from '../../contract/common.ts';
import { toGraymap } from '../image/graymap.ts';
import type { Engine } from './engine.ts';
import { readHocr } from './hocr.ts';
import { languageData } from './languageData.ts';
import { enginePageOf } from './rows.ts';

/**
 * Makes an engine over tesseract.js (WebAssembly); a model is loaded when it is first needed and replaces the one before. It runs in a thread of its own,
 * and an error in there ends the calling thread too: engines belong into worker threads, whose pool replaces them.
 */
export function createEmbeddedEngine({
  dataOf = languageData,
}: { readonly dataOf?: typeof languageData } = {}): Engine {
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
    async recognize(page, language) {
      const worker = await load(language);
      await worker.setParameters({ user_defined_dpi: String(page.dpi) });
      const image = toGraymap(page);
      const input = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
      // Of all the ways to say where words stand this one costs least: no single letters, no second object to copy between threads.
      const { data } = await worker.recognize(input, {}, { text: false, hocr: true });
      return enginePageOf(readHocr(data.hocr ?? ''));
    },
    async close() {
      const ending = loaded?.worker;
      loaded = null;
      await ending?.terminate();
    },
  };
}
