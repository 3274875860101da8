import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import { createTextView } from '../view.ts';
import { propagateValues } from './values.ts';

const lexiconOf = createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers')));

/** Texts of further mentions of a value whose first mention has been found. */
function repeated(text: string, value: string, category: string): string[] {
  const start = text.indexOf(value);
  const find = { start, end: start + value.length, category, confidence: 0.8, priority: 60, sources: ['test'] };
  return propagateValues(lexiconOf(createTextView(text, 'de')), [find]).map((span) => text.slice(span.start, span.end));
}

describe('values that stand elsewhere', () => {
  it('are found in other groups', () => {
    const text = 'Konto DE89 3704 0044 0532 0130 00, also DE89370400440532013000';
    expect(repeated(text, 'DE89 3704 0044 0532 0130 00', 'iban')).toEqual(['DE89370400440532013000']);
  });

  it.each([
    ['nacht_falter: hallo\nlukas: hallo nacht_falter!', 'nacht_falter'],
    ['krabukel: hallo\nlukas: hallo krabukel!', 'krabukel'],
  ])('are found when they are user names without digits: %s', (text, name) => {
    expect(repeated(text, name, 'username')).toEqual([name]);
  });

  it('are not found when they are user names that are words', () => {
    expect(repeated('sommer: hallo\nlukas: im sommer, ja', 'sommer', 'username')).toEqual([]);
  });

  it('are not found when they are other values without digits', () => {
    expect(repeated('Kennwort krabukel, nicht krabukel', 'krabukel', 'secret')).toEqual([]);
  });
});
