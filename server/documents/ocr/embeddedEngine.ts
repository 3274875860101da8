import { createWorker, OEM, type Block, type Worker } from 'tesseract.js';
import type { Language } from '../../contract/common.ts';
import { toGraymap } from '../image/graymap.ts';
import { layoutText } from '../layout/text.ts';
import type { Engine } from './engine.ts';
import { languageData } from './languageData.ts';
import { wordsOf, type RecognizedRow } from './rows.ts';

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
      const { data } = await worker.recognize(input, {}, { text: false, blocks: true });
      const words = wordsOf(rowsOf(data.blocks ?? []));
      return { words, text: layoutText(words), confidence: Math.min(1, Math.max(0, data.confidence / 100)) };
    },
    async close() {
      const ending = loaded?.worker;
      loaded = null;
      await ending?.terminate();
    },
  };
}

function rowsOf(blocks: readonly Block[]): RecognizedRow[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.map(({ words, baseline, rowAttributes }) => ({
    words: words.map(({ text, bbox: { x0, y0, x1, y1 }, confidence }) => ({
      text,
      letters: { left: x0, top: y0, right: x1, bottom: y1 },
      confidence: confidence / 100,
    })),
    baseline,
    height: rowAttributes.rowHeight,
  }));
}
