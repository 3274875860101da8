import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../helpers/tempDir.ts';
import { CANARY, canariesIn, leakingFiles } from './traces.ts';

describe('the search for canaries', () => {
  it('finds each form', () => {
    const { name, number } = CANARY;
    for (const bytes of [
      Buffer.from(`x ${name} y`),
      Buffer.from(name, 'utf16le'),
      Buffer.from(name.toUpperCase()),
      Buffer.from(encodeURIComponent(name)),
      Buffer.from('Quorilda Zw\\u00f6ntzelbach'),
      Buffer.from(Buffer.from(`a${name}b`).toString('base64')),
      Buffer.from(Buffer.from(`ab${name}c`).toString('base64')),
      Buffer.from(Buffer.from(`abc${name}`).toString('base64')),
      Buffer.from(Buffer.from(name).toString('hex')),
    ]) {
      expect(canariesIn(bytes)).toEqual(['name']);
    }
    expect(canariesIn(Buffer.from(`ref ${number}`))).toEqual(['number']);
    expect(canariesIn(Buffer.from('an ordinary text'))).toEqual([]);
  });

  it('finds files by content and by name', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'a'));
    writeFileSync(join(dir, 'a', 'one'), `log ${CANARY.word}`);
    writeFileSync(join(dir, 'a', CANARY.word), '');
    writeFileSync(join(dir, 'two'), 'nothing');
    expect(leakingFiles(dir)).toHaveLength(2);
  });
});
