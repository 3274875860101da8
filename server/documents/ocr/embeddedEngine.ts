import { createWorker, OEM, type Worker } from 'tesseract.js';
import type { Language } from '../../contract/common.ts';
import type { Engine } from './engine.ts';
import { readHocr } from './hocr.ts';
import { MODELS, shippedModels } from './languageData.ts';
import { enginePageOf } from './rows.ts';
import { SETTINGS } from './settings.ts';
import { toSpix } from './spix.ts';

/** As a file of settings; some are taken only with a model. */
const CONFIG = Object.entries({ ...SETTINGS, debug_file: '/dev/null' })
  .map((setting) => setting.join(' '))
  .join('\n');

/**
 * Makes an engine over tesseract.js (WebAssembly); a model is loaded when it is first needed and takes the place of the one before. It runs in a thread of its own,
 * and an error in there ends the calling thread too: engines belong into worker threads, whose pool replaces them.
 */
export function createEmbeddedEngine({ models = shippedModels() } = {}): Engine {
  let worker: Worker | null = null;
  let loaded: Language | null = null;

  async function load(language: Language): Promise<Worker> {
    if (worker !== null && loaded === language) return worker;
    loaded = null;
    if (worker === null) {
      // A plain folder and no cache: the library then neither asks a server nor writes a file.
      const options = { langPath: models.folder, gzip: models.gzip, cacheMethod: 'none' };
      worker = await createWorker(MODELS[language], OEM.LSTM_ONLY, options, CONFIG);
    } else {
      // A new thread would have to compile the engine again, which takes half as long as a page.
      await worker.reinitialize(MODELS[language]);
    }
    loaded = language;
    return worker;
  }

  return {
    async recognize(page, language) {
      const ready = await load(language);
      await ready.setParameters({ user_defined_dpi: String(page.dpi) });
      // Of all the ways to say where words stand this one costs least: no single letters, no second object to copy between threads.
      const { data } = await ready.recognize(toSpix(page), {}, { text: false, hocr: true });
      return enginePageOf(readHocr(data.hocr ?? ''));
    },
    async close() {
      const ending = worker;
      [worker, loaded] = [null, null];
      await ending?.terminate();
    },
  };
}
