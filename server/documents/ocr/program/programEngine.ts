import type { Engine } from '../engine.ts';
import { readHocr } from '../hocr.ts';
import { enginePageOf } from '../rows.ts';
import { toBitmap } from './bitmap.ts';
import type { AskProgram } from './channel.ts';

/** An engine over the installed program; every picture is a process of its own. */
export function createProgramEngine(ask: AskProgram): Engine {
  return {
    async recognize(page, language) {
      return enginePageOf(readHocr(await ask({ bitmap: toBitmap(page), dpi: page.dpi, language })));
    },
    close: () => Promise.resolve(),
  };
}
