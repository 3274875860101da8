import { fileURLToPath } from 'node:url';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { LANGUAGES } from '../../server/contract/languages.ts';
import { LIMITS } from '../../server/contract/limits.ts';
import { createDefaultEngine } from '../../server/detection/index.ts';
import { makeLetter } from '../helpers/letters.ts';
import { textOfFinds } from './large.ts';
import { milliseconds, type Figure } from './measure.ts';

const LENGTHS = [10_000, 100_000, 1_000_000, LIMITS.textCharacters];
/** Short texts are measured often enough to last as long as this many characters. */
const MEASURED_CHARACTERS = 500_000;
const options = {
  level: 'balanced' as const,
  language: 'de' as const,
  categories: Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true])),
  terms: [],
};

function letters(): string {
  const parts: string[] = [];
  for (let seed = 0, length = 0; length < LIMITS.textCharacters; seed += 1) {
    const { text } = makeLetter(LANGUAGES[seed % LANGUAGES.length]!, seed);
    parts.push(text);
    length += text.length + 1;
  }
  return parts.join('\n');
}

const filled = (piece: string): string => piece.repeat(Math.ceil(LIMITS.textCharacters / piece.length));

/** Cost per character of texts of four lengths and of several shapes; the baseline of each is its shortest length. */
export async function benchScaling(): Promise<Figure[]> {
  const engine = createDefaultEngine({
    resourcesDir: fileURLToPath(new URL('../../resources/', import.meta.url)),
  });
  const shapes: Readonly<Record<string, () => string>> = {
    letters,
    'one line': () => letters().replaceAll('\n', ' '),
    'all capitals': () => letters().toUpperCase(),
    'digits and spaces': () => filled('48151623420815 4711 0172 '),
    digits: () => filled('4815162342'),
    punctuation: () => filled('.,;:-_()[]{}<>!?"\'/\\|@#'),
    'line breaks': () => filled('\n'),
    '200,000 finds': textOfFinds,
  };
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(shapes)) {
    const whole = make();
    await engine.detect(whole.slice(0, MEASURED_CHARACTERS), options);
    let first = 0;
    const costs: string[] = [];
    let speed = 0;
    for (const length of LENGTHS) {
      const text = whole.slice(0, length);
      const runs = Math.max(1, Math.floor(MEASURED_CHARACTERS / length));
      const total = await milliseconds(async () => {
        for (let run = 0; run < runs; run++) await engine.detect(text, options);
      });
      speed = (length * runs * 1000) / total;
      first ||= speed;
      costs.push((first / speed).toFixed(2));
    }
    figures.push({
      name,
      value: `${Math.round(speed).toLocaleString('en')} chars/s`,
      ratio: `cost per character ${costs.join(', ')} × that of 10,000`,
      goal: 'flat',
    });
  }
  return figures;
}
