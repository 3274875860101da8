import { expect, it } from 'vitest';
import { createTextView } from '../view.ts';
import { createAgesBesidePersonsPass } from './agesBesidePersons.ts';
import { loadLexicon } from '../../../test/helpers/detection/passes.ts';

const pass = createAgesBesidePersonsPass(loadLexicon());

/** What the pass adds to a person at the beginning of a text. */
function agesBehind(name: string, behind: string): string[] {
  const person = {
    start: 0,
    end: name.length,
    category: 'person',
    confidence: 0.9,
    priority: 44,
    sources: ['names:title'],
  };
  const text = name + behind;
  const options = { level: 'balanced', categories: { age: true }, terms: [] } as const;
  const found = pass(createTextView(text, 'es'), [person], options).slice(1);
  return found.map(({ start, end }) => text.slice(start, end));
}

it.each([
  [' (74): el wifi', '74'],
  [' (101), jubilada', '101'],
  [', 9, y su hermana', '9'],
] as const)('takes a bare number behind a name for an age: %s', (behind, age) => {
  expect(agesBehind('Hiroko Okonjo', behind)).toEqual([age]);
});

it.each([' (118): el wifi', ' (12 %)', ', 43 sillas'])('leaves what nobody is old: %s', (behind) => {
  expect(agesBehind('Hiroko Okonjo', behind)).toEqual([]);
});
