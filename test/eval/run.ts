/**
 * Measures the detector on annotated text; see README.md beside this file.
 *
 *   node test/eval/run.ts [--letters DIR] [--office DIR [--held-out]] [--corpora DIR] [--select REGEX] [--language de] [--domain REGEX]
 *                         [--level balanced] [--without structured,names,tagger,document] [--ablations] [--open-language] [--resources DIR]
 *                         [--labels] [--calibration] [--save FILE] [--compare FILE] [--misses LABEL|missed|false|all]
 *
 * --held-out takes only what the training of the tagger holds out, of the office text and of the text written for it.
 * --misses prints parts of the texts and is meant for the developer's own machine only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEVELS } from '../../server/contract/anonymization.ts';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../../server/contract/categories.ts';
import type { AnnotatedDocument } from './annotated.ts';
import { readCorpora } from './corpora/read.ts';
import { ABLATIONS, createMeasuredEngine, partsOf } from './engines.ts';
import { readHeldOut, readLetters, readOfficeText } from './inlineMarks.ts';
import { measure } from './measure.ts';
import { byConfidence, byLabel, markdown, overview } from './report.ts';
import { compare, evaluation } from './results.ts';
import type { Miss, Score } from './score.ts';

const { values: flags } = parseArgs({
  options: {
    letters: { type: 'string' },
    office: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    corpora: { type: 'string' },
    select: { type: 'string', default: '.' },
    language: { type: 'string' },
    domain: { type: 'string', default: '.' },
    level: { type: 'string', default: 'balanced' },
    without: { type: 'string', default: '' },
    ablations: { type: 'boolean', default: false },
    'open-language': { type: 'boolean', default: false },
    resources: { type: 'string', default: join(import.meta.dirname, '../../resources') },
    labels: { type: 'boolean', default: false },
    calibration: { type: 'boolean', default: false },
    save: { type: 'string' },
    compare: { type: 'string' },
    misses: { type: 'string' },
  },
});

const level = LEVELS.find((name) => name === flags.level);
if (level === undefined) throw new Error(`--level is one of ${LEVELS.join(', ')}`);
const without = partsOf(flags.without);
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]));

const selected = new RegExp(flags.select);
const domains = new RegExp(flags.domain);
const documents = [
  ...(flags.letters === undefined ? [] : readLetters(flags.letters, selected)),
  ...(flags.office === undefined ? [] : (flags['held-out'] ? readHeldOut : readOfficeText)(flags.office)),
  ...(flags.corpora === undefined ? [] : readCorpora(flags.corpora, selected)),
].filter(
  ({ language, domain }) => (flags.language === undefined || language === flags.language) && domains.test(domain),
);
if (documents.length === 0) throw new Error('no texts: give --letters, --office or --corpora a folder');

const options = { level, categories, terms: [], openLanguage: flags['open-language'] };

function showMiss({ id, text }: AnnotatedDocument, { kind, label, start, end }: Miss): void {
  if (![label, kind, 'all'].includes(flags.misses!)) return;
  const context = `${text.slice(Math.max(0, start - 45), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 35)}`;
  console.log(`${id} ${kind} ${label}: ${context.replaceAll(/\r?\n/g, '⏎')}`);
}

if (flags.ablations) {
  const rows = new Map<string, Score>();
  for (const [name, parts] of Object.entries(ABLATIONS)) {
    const { groups, all } = await measure(createMeasuredEngine(flags.resources, new Set(parts)), documents, options);
    for (const [group, score] of groups) rows.set(`${group}: ${name}`, score);
    rows.set(`all: ${name}`, all);
  }
  console.log(markdown(overview('texts: parts', new Map([...rows].sort(([a], [b]) => byGroup(a, b))))));
} else {
  const engine = createMeasuredEngine(flags.resources, without);
  const result = await measure(engine, documents, options, flags.misses === undefined ? undefined : showMiss);
  const { groups, languages, domains, all } = result;
  console.log(markdown(overview('texts', new Map([...groups, ['all', all]]))));
  if (languages.size > 1 && languages.size < groups.size) console.log(`\n${markdown(overview('language', languages))}`);
  if (domains.size > 1 && domains.size < groups.size) console.log(`\n${markdown(overview('domain', domains))}`);
  if (flags.labels) console.log(`\n${markdown(byLabel(all, languages))}`);
  if (flags.calibration) console.log(`\n${markdown(byConfidence(all))}`);
  const now = { version: engine.version, level, documents: result.documents };
  if (flags.compare !== undefined) {
    const tables = compare(evaluation.parse(JSON.parse(readFileSync(flags.compare, 'utf8'))), now);
    console.log(`\n${markdown(tables.groups)}\n\n${markdown(tables.documents)}`);
  }
  if (flags.save !== undefined) writeFileSync(flags.save, `${JSON.stringify(now)}\n`);
}

/** Rows of one group together, in the order of the ablations. */
function byGroup(a: string, b: string): number {
  const group = (row: string): string => row.slice(0, row.indexOf(': '));
  return group(a) < group(b) ? -1 : group(a) > group(b) ? 1 : 0;
}
