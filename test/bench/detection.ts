import { fileURLToPath } from 'node:url';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../../server/contract/categories.ts';
import { LANGUAGES } from '../../server/contract/common.ts';
import { createDefaultEngine } from '../../server/detection/index.ts';
import { makeLetter } from '../helpers/letters.ts';
import { quantile, sample, type Figure } from './measure.ts';

const LETTERS_PER_LANGUAGE = 200;
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]));

/** Characters per second of one engine over letters in five languages; the baseline finds every word with one expression. */
export async function benchDetection(): Promise<Figure[]> {
  const engine = createDefaultEngine({
    resourcesDir: fileURLToPath(new URL('../../resources/', import.meta.url)),
  });
  const letters = LANGUAGES.flatMap((language) =>
    Array.from({ length: LETTERS_PER_LANGUAGE }, (_, seed) => makeLetter(language, seed)),
  );
  const long = letters.map(({ text }) => text).join('\n');
  const characters = letters.reduce((sum, { text }) => sum + text.length, 0);
  const options = { level: 'balanced', categories, terms: [] } as const;

  const short = await sample(3, 1, async () => {
    for (const { text, language } of letters) await engine.detect(text, { ...options, language });
  });
  const whole = await sample(3, 1, () => engine.detect(long, { ...options, language: 'de' }));
  const double = await sample(1, 0, () => engine.detect(`${long}\n${long}`, { ...options, language: 'de' }));
  let words = 0;
  const baseline = await sample(3, 1, () => {
    for (const { text } of letters) words += text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  });

  const perSecond = (times: readonly number[], count: number) => (count / quantile(times, 0.5)) * 1000;
  const show = (value: number) => `${Math.round(value).toLocaleString('en')} chars/s`;
  const base = perSecond(baseline, characters);
  const ratio = (value: number) => `1/${(base / value).toFixed(1)} of finding words by one expression`;
  return [
    {
      name: 'letters',
      value: show(perSecond(short, characters)),
      ratio: ratio(perSecond(short, characters)),
      goal: '200,000',
    },
    { name: 'one long text', value: show(perSecond(whole, long.length)), ratio: ratio(perSecond(whole, long.length)) },
    {
      name: 'twice the long text',
      value: `${(quantile(double, 0.5) / quantile(whole, 0.5)).toFixed(2)} × the time`,
      goal: 'linear, about 2',
    },
    { name: 'baseline', value: show(base), ratio: `${Math.round(words / 4).toLocaleString('en')} words` },
  ];
}
