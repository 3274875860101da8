/**
 * Compiles the word lists of the detector into resources/gazetteers:
 *
 *   node build/gazetteers/compile.ts [--data DIR] [--out DIR] [--without-office]
 *
 * DIR holds the source folders named in resources/gazetteers/SOURCES.md; without it only the things are compiled, whose lists lie in the folder things beside this file. The
 * same sources give the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FILES } from '../../server/detection/gazetteers/format.ts';
import { StaticTable } from '../../server/detection/gazetteers/table.ts';
import { compileNames } from './names.ts';
import { compilePlaces, compilePostcodes } from './places.ts';
import { compileThings } from './things.ts';
import { compileWords } from './words.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: join(root, 'resources/gazetteers') },
    'without-office': { type: 'boolean', default: false },
  },
});

/** The tables made of the sources in a folder: file name, content, number of entries. */
function compileSources(data: string): (readonly [string, Uint8Array, number])[] {
  const names = compileNames(data);
  const nameBytes = names.write();
  const nameTable = new StaticTable(nameBytes);
  const words = compileWords(
    { data, dictionaries: join(root, 'node_modules/@tesseract.js-data'), office: !values['without-office'] },
    (word) => nameTable.getRange(word, 0, word.length) !== 0,
  );
  const places = compilePlaces(data);
  return [
    [FILES.names, nameBytes, names.size],
    [FILES.words, words.write(), words.size],
    [FILES.places, places.write(), places.size],
    [FILES.postcodes, compilePostcodes(data), 0],
  ];
}

const things = compileThings(join(import.meta.dirname, 'things'));
mkdirSync(values.out, { recursive: true });
for (const [file, bytes, entries] of [
  [FILES.things, things.write(), things.size] as const,
  ...(values.data === undefined ? [] : compileSources(values.data)),
]) {
  writeFileSync(join(values.out, file), bytes);
  console.log(`${file}: ${entries} entries, ${Math.round(bytes.length / 1024)} KiB`);
}
