import { multiply } from '../../layout/matrix.ts';
import { createEmbeddedEngine } from '../../ocr/embeddedEngine.ts';
import type { Engine } from '../../ocr/engine.ts';
import { recognizePage } from '../../ocr/recognizePage.ts';
import { createLanguageTeller } from '../../ocr/tellLanguage.ts';
import type { Recognizer } from './types.ts';

/**
 * Recognizes with up to `threads` engines at a time, by default embedded ones, each of which runs in a thread of its own. Engines are made when they are needed; the results do not
 * depend on which engine takes a picture.
 */
export function createRecognizer({
  threads,
  makeEngine = createEmbeddedEngine,
}: {
  readonly threads: number;
  readonly makeEngine?: () => Engine;
}): Recognizer {
  const idle: Engine[] = [];
  const waiting: ((engine: Engine) => void)[] = [];
  let made = 0;
  let teller: ReturnType<typeof createLanguageTeller> | undefined;

  function take(): Promise<Engine> {
    const engine = idle.pop();
    if (engine !== undefined) return Promise.resolve(engine);
    if (made < threads) {
      made += 1;
      return Promise.resolve(makeEngine());
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(engine: Engine): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(engine);
    else next(engine);
  }

  return {
    async recognize(page, language, signal) {
      const engine = await take();
      try {
        signal.throwIfAborted();
        const result = await recognizePage(engine, page, language, () => (teller ??= createLanguageTeller()));
        const toPicture = multiply(result.toPage, [1 / page.width, 0, 0, 1 / page.height, 0, 0]);
        return { words: result.words, confidence: result.confidence, language: result.language, toPicture };
      } finally {
        giveBack(engine);
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((engine) => engine.close()));
    },
  };
}
