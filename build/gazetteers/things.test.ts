import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '../../server/contract/languages.ts';
import { StaticTable } from '../../server/detection/gazetteers/table.ts';
import { createThingReader } from '../../server/detection/gazetteers/things.ts';
import { tokenize } from '../../server/detection/tokens.ts';
import { compileThings } from './things.ts';

describe('names of things', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'things-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('are found as they are written anywhere: case, accents, hyphens, all that begin at a word', () => {
    writeFileSync(
      join(directory, 'a.txt'),
      '# Medicine; Nothing\nCheyne-Stokes; Épreuve\n\nMrs Ball’s; Villeroy & Boch',
    );
    writeFileSync(join(directory, 'b.txt'), 'Épreuve; ; Épreuve Reine 2\n');
    writeFileSync(join(directory, 'german-c.txt'), 'Ladern; Épreuve');
    writeFileSync(join(directory, 'french-c.txt'), 'Ladière');
    const things = createThingReader(new StaticTable(compileThings(directory).write()));
    const found = (text: string, language: Language = 'de'): string[] => {
      const tokens = tokenize(text);
      return things.endsFrom({ text, tokens, language }, 0).map((end) => text.slice(0, tokens[end - 1]!.end));
    };
    expect(found('CHEYNE STOKES-Atmung')).toEqual(['CHEYNE STOKES']);
    expect(found('Cheyne-Stokes')).toEqual(['Cheyne-Stokes']);
    expect(found('epreuve reine 2 bis')).toEqual(['epreuve', 'epreuve reine 2']);
    expect(found("Mrs Ball's Chutney")).toEqual(["Mrs Ball's"]);
    expect(found('Villeroy & Boch')).toEqual(['Villeroy & Boch']);
    expect(found('Ladern')).toEqual(['Ladern']);
    expect(found('Ladern', 'fr')).toEqual([]);
    expect(found('Ladière', 'fr')).toEqual(['Ladière']);
    expect(found('Épreuve', 'fr')).toEqual(['Épreuve']);
    for (const none of ['Cheyne', 'Cheyne\nStokes', 'Cheyne--Stokes', 'Medicine', 'Nothing', '-Épreuve', ''])
      expect(found(none), none).toEqual([]);
  });

  it('with more words than the detector reads are refused', () => {
    writeFileSync(join(directory, 'a.txt'), 'a b c d e f g h i');
    expect(() => compileThings(directory)).toThrow('a.txt: too many words');
  });
});

it('the table that ships is compiled from the lists', () => {
  const shipped = readFileSync(join(import.meta.dirname, '../../resources/gazetteers/things.bin'));
  expect(Buffer.compare(shipped, compileThings(join(import.meta.dirname, 'things')).write())).toBe(0);
});
