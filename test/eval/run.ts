/**
 * Measures the detector on annotated text:
 *
 *   node test/eval/run.ts (--letters DIR [--select REGEX] | --office DIR) [--without names,document,structured]
 *                         [--level balanced] [--gazetteers DIR] [--language de] [--kind document] [--misses LABEL|false] [--categories]
 *
 * --misses prints parts of the texts and is meant for the developer's own machine only.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEVELS, type ProtectionLevel } from '../../server/contract/anonymization.ts';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../../server/contract/categories.ts';
import { readLetters, readOfficeText } from './corpus.ts';
import { createAblatedEngine, type Part } from './engines.ts';
import { addDocument, createScore, type Score } from './score.ts';

const { values: flags } = parseArgs({
  options: {
    letters: { type: 'string' },
    office: { type: 'string' },
    select: { type: 'string', default: '.' },
    without: { type: 'string', default: '' },
    level: { type: 'string', default: 'balanced' },
    gazetteers: { type: 'string', default: join(import.meta.dirname, '../../resources/gazetteers') },
    language: { type: 'string' },
    kind: { type: 'string' },
    misses: { type: 'string' },
    categories: { type: 'boolean', default: false },
  },
});

const level = LEVELS.find((name) => name === flags.level) satisfies ProtectionLevel | undefined;
if (level === undefined) throw new Error('--level is fast, balanced or strict');
const documents = [
  ...(flags.letters === undefined ? [] : readLetters(flags.letters, new RegExp(flags.select))),
  ...(flags.office === undefined ? [] : readOfficeText(flags.office)),
].filter(
  ({ language, kind }) =>
    (flags.language === undefined || language === flags.language) && (flags.kind === undefined || kind === flags.kind),
);
if (documents.length === 0) throw new Error('no documents: give --letters DIR or --office DIR');

const engine = createAblatedEngine(flags.gazetteers, new Set(flags.without.split(',') as Part[]));
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]));
const scores = new Map<string, Score>();
const scoreOf = (language: string): Score => {
  let score = scores.get(language);
  if (score === undefined) scores.set(language, (score = createScore()));
  return score;
};

const started = performance.now();
const results = documents.map((document) => ({
  document,
  spans: engine.detect(document.text, { language: document.language, level, categories, terms: [] }).spans,
}));
const seconds = (performance.now() - started) / 1000;

for (const { document, spans } of results) {
  const misses = addDocument(scoreOf(document.language), document, spans);
  addDocument(scoreOf('all'), document, spans);
  if (flags.misses === undefined) continue;
  for (const { kind, label, start, end } of misses) {
    if (flags.misses !== label && flags.misses !== kind && flags.misses !== 'all') continue;
    const { text, id } = document;
    const context = `${text.slice(Math.max(0, start - 45), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 35)}`;
    console.log(`${id} ${kind} ${label}: ${context.replaceAll(/\r?\n/g, '⏎')}`);
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const shown = ['PERSON', 'ORGANIZATION', 'ADDRESS', 'LOCATION'];
const rows = [...scores].map(([language, score]) => {
  const all = [...score.mentions.values()];
  const leaks = [...score.values.values()];
  const byLabel = shown.map((label) => {
    const { total, masked } = score.mentions.get(label) ?? { total: 0, masked: 0 };
    return [label, `${percent(masked, total)} (${masked}/${total})`] as const;
  });
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    language,
    ...Object.fromEntries(byLabel),
    'all required': percent(sum(all.map(({ masked }) => masked)), sum(all.map(({ total }) => total))),
    'values leaked': `${sum(leaks.map(({ leaked }) => leaked))}/${sum(leaks.map(({ total }) => total))}`,
    'character precision': percent(score.rightCharacters, score.maskedCharacters),
    'false spans': `${score.falseSpans}/${score.spans}`,
  };
});
console.table(rows);
if (flags.categories) {
  for (const [label, { total, masked }] of [...scoreOf('all').mentions].sort((a, b) => b[1].total - a[1].total)) {
    console.log(`${label.padEnd(18)} ${percent(masked, total).padStart(6)} % of ${total}`);
  }
}
const characters = scoreOf('all').characters;
console.log(
  `${documents.length} documents, ${characters} characters, ${Math.round(characters / seconds)} characters/s`,
);
