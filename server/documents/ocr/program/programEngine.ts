import { layoutText } from '../../layout/text.ts';
import type { Engine } from '../engine.ts';
import { wordsOf } from '../rows.ts';
import { toBitmap } from './bitmap.ts';
import type { AskProgram } from './channel.ts';
import { readHocr } from './hocr.ts';

/** An engine over the installed program; every picture is a process of its own. */
export function createProgramEngine(ask: AskProgram): Engine {
  return {
    async recognize(page, language) {
      const words = wordsOf(readHocr(await ask({ bitmap: toBitmap(page), dpi: page.dpi, language })));
      const sum = words.reduce((total, { confidence }) => total + confidence, 0);
      return { words, text: layoutText(words), confidence: words.length === 0 ? 0 : sum / words.length };
    },
    close: () => Promise.resolve(),
  };
}
