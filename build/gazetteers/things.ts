import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/languages.ts';
import { createHashState, mixRange, resetHash } from '../../server/detection/gazetteers/hash.ts';
import { isThingWord, THING_WORDS_MAX, thingValue } from '../../server/detection/gazetteers/things.ts';
import { tokenize } from '../../server/detection/tokens.ts';
import { readText } from './read.ts';
import { createTableBuilder, type TableBuilder } from './tableWriter.ts';

/** Beginnings of the names of lists whose words are things in one language alone: a German noun may be a French village. */
const LANGUAGE_OF: Readonly<Record<string, Language>> = Object.freeze({
  german: 'de',
  english: 'en',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
});

/**
 * The table of things, from lists in which semicolons or line ends part the names and `#` begins a comment.
 * @param directory - the lists
 * @throws Error when a name has more words than the detector reads
 */
export function compileThings(directory: string): TableBuilder {
  const table = createTableBuilder();
  const state = createHashState();
  for (const file of readdirSync(directory).sort()) {
    const language = LANGUAGE_OF[file.slice(0, file.indexOf('-'))];
    const languages = language === undefined ? LANGUAGES : [language];
    for (const name of readText(join(directory, file)).replaceAll(/^#.*$/gm, '').split(/[;\n]/)) {
      const words = tokenize(name).filter(isThingWord);
      if (words.length === 0) continue;
      if (words.length > THING_WORDS_MAX) throw new Error(`${file}: too many words: ${name.trim()}`);
      const key = words.map(({ text }) => text).join(' ');
      resetHash(state);
      mixRange(state, key, 0, key.length);
      table.add(key, thingValue.pack(languages, state), (existing, added) => existing | added);
    }
  }
  return table;
}
