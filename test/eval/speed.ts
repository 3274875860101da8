/**
 * Measures the speed of the detector on annotated texts, one after the other and as long texts, by language:
 *
 *   node test/eval/speed.ts [--letters DIR [--select REGEX]] [--office DIR] [--characters 1000000] [--without names] [--resources DIR]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../../server/contract/categories.ts';
import { LANGUAGES } from '../../server/contract/languages.ts';
import { createMeasuredEngine, partsOf } from './engines.ts';
import { readLetters, readOfficeText } from './inlineMarks.ts';
import { markdown } from './report.ts';

const { values: flags } = parseArgs({
  options: {
    letters: { type: 'string' },
    office: { type: 'string' },
    select: { type: 'string', default: '.' },
    characters: { type: 'string', default: '1000000' },
    without: { type: 'string', default: '' },
    resources: { type: 'string', default: join(import.meta.dirname, '../../resources') },
  },
});
const documents = [
  ...(flags.letters === undefined ? [] : readLetters(flags.letters, new RegExp(flags.select))),
  ...(flags.office === undefined ? [] : readOfficeText(flags.office)),
];
const engine = createMeasuredEngine(flags.resources, partsOf(flags.without));
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]));
const characters = Number(flags.characters);

/** Thousands of characters per second over at least `characters`, the texts again and again. */
async function speed(texts: readonly string[], language: (typeof LANGUAGES)[number]): Promise<string> {
  let done = 0;
  const started = performance.now();
  while (done < characters) {
    for (const text of texts) {
      await engine.detect(text, { language, level: 'balanced', categories, terms: [] });
      done += text.length;
    }
  }
  return Math.round(done / (performance.now() - started)).toString();
}

const rows: string[][] = [];
for (const language of LANGUAGES) {
  const texts = documents.filter((document) => document.language === language).map(({ text }) => text);
  if (texts.length === 0) continue;
  const once = texts.join('\n\n');
  const long = once.repeat(Math.ceil(characters / once.length)).slice(0, characters);
  // The first pass is the compiler's.
  await speed(texts, language);
  rows.push([language, String(texts.length), await speed(texts, language), await speed([long], language)]);
}
console.log(markdown([['language', 'texts', 'k chars/s one by one', 'k chars/s as one text'], ...rows]));
