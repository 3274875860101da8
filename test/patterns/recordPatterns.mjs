// Runs in a process of its own: loads the whole server, detects in every language, and prints every pattern that its code put together at run time, one
// JSON object a line. The sources are loaded as they are, so that the places are right.
import { pathToFileURL } from 'node:url';
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');
const Original = globalThis.RegExp;
const seen = new Map();

/** Notes a pattern that the product's code made; those of libraries are none of it. */
function note(pattern) {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 10;
  const [caller = ''] = new Error().stack.split('\n').slice(3);
  Error.stackTraceLimit = limit;
  const place = Original('(file:[^)]+?):(\\d+):\\d+\\)?$').exec(caller);
  if (place === null || place[1].includes('/node_modules/')) return;
  const file = relative(root, new URL(place[1]).pathname).split(sep).join('/');
  const text = String(pattern);
  seen.set(text, (seen.get(text) ?? new Set()).add(`${file}:${place[2]}`));
}

globalThis.RegExp = new Proxy(Original, {
  construct(target, given, made) {
    const pattern = Reflect.construct(target, given, made === globalThis.RegExp ? Original : made);
    note(pattern);
    return pattern;
  },
  apply(target, self, given) {
    const pattern = Reflect.apply(target, self, given);
    note(pattern);
    return pattern;
  },
});

const files = JSON.parse(process.argv[2]);
for (const file of files) await import(pathToFileURL(join(root, file)).href);

const { createDefaultEngine } = await import(pathToFileURL(join(root, 'server/detection/index.ts')).href);
const { BUILT_IN_CATEGORIES } = await import(pathToFileURL(join(root, 'server/contract/categories.ts')).href);
const engine = createDefaultEngine({ resourcesDir: join(root, 'resources') });
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));
const text =
  'Anna Müller, geb. 12.03.1980, 43 Jahre alt, born on 3 May 1971 aged 52, +49 341 867140, a@b.example, GB33 BUKB 2020 1555 5555 55, 12 000 €';
for (const language of ['de', 'en', 'fr', 'es', 'it']) {
  await engine.detect(text, { level: 'strict', language, categories, terms: [] });
}
for (const [pattern, places] of seen) console.log(JSON.stringify({ pattern, places: [...places] }));
process.exit(0);
