import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foldTokens, tokenize } from '../tokens.ts';
import { loadThings } from './things.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'things-'));
  mkdirSync(join(directory, 'things'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('reads names of all files, whatever their case and accents, and no comments', () => {
  writeFileSync(join(directory, 'things', 'a.txt'), '# Medicine; Nothing\nCheyne-Stokes; Épreuve\n\nLow Back');
  writeFileSync(join(directory, 'things', 'b.txt'), 'Épreuve; ; Zander\n');
  const things = loadThings(directory);
  const has = (name: string): boolean => {
    const folded = foldTokens(tokenize(name));
    return things.has(folded, 0, folded.length);
  };
  expect(['cheyne-STOKES', 'epreuve', 'Low back', 'Zander'].filter((name) => !has(name))).toEqual([]);
  expect(['Cheyne', 'Cheyne Stokes', 'Medicine', 'Nothing', '', '#'].filter(has)).toEqual([]);
  expect(things.longest).toBe(3);
});
