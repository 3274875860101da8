/**
 * Measures the speed of the detector on long texts made of the documents of a folder:
 *
 *   node test/eval/speed.ts --office DIR [--characters 1000000] [--without structured]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../../server/contract/common.ts';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { readOfficeText } from './corpus.ts';
import { createAblatedEngine, type Part } from './engines.ts';

const { values: flags } = parseArgs({
  options: {
    office: { type: 'string' },
    characters: { type: 'string', default: '1000000' },
    without: { type: 'string', default: '' },
    gazetteers: { type: 'string', default: join(import.meta.dirname, '../../resources/gazetteers') },
  },
});
if (flags.office === undefined) throw new Error('--office DIR is required');
const loading = performance.now();
const engine = createAblatedEngine(flags.gazetteers, new Set(flags.without.split(',') as Part[]));
console.log(`loaded in ${Math.round(performance.now() - loading)} ms`);

const wanted = Number(flags.characters);
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));
const documents = readOfficeText(flags.office);
for (const language of LANGUAGES) {
  const all = documents.filter((document) => document.language === language).map(({ text }) => text);
  const once = all.join('\n\n');
  const text = Array.from({ length: Math.ceil(wanted / once.length) }, () => once)
    .join('\n\n')
    .slice(0, wanted);
  const started = performance.now();
  const { spans } = engine.detect(text, { language, level: 'balanced', categories, terms: [] });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${language}: ${Math.round(text.length / seconds)} characters/s, ${spans.length} spans in ${seconds.toFixed(2)} s`,
  );
}
