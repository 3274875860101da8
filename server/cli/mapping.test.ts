import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMappings, sealMappings } from './mapping.ts';

const key = randomBytes(32);
const MAPPING = {
  category: 'person',
  original: 'Anna \ud800 Müller',
  hash: 'k3v9q2xd',
  placeholder: '[[person-k3v9q2xd]]',
  isNew: true,
};

describe('mapping files', () => {
  it('give back what they hold, and show nothing of it', () => {
    const bytes = sealMappings([MAPPING], key);
    expect(Buffer.from(bytes).toString()).not.toMatch(/Anna|k3v9q2xd|person/);
    expect(openMappings(bytes, key)).toEqual([{ ...MAPPING, isNew: false }]);
  });
  it('cannot be opened with another key, damaged, or when they are something else', () => {
    const bytes = sealMappings([MAPPING], key);
    const damaged = JSON.parse(Buffer.from(bytes).toString()) as { sealed: string };
    damaged.sealed = `${damaged.sealed.slice(0, 20)}${damaged.sealed[20] === 'A' ? 'B' : 'A'}${damaged.sealed.slice(21)}`;
    expect(() => openMappings(bytes, randomBytes(32))).toThrow(/another master key/);
    expect(() => openMappings(Buffer.from(JSON.stringify(damaged)), key)).toThrow(/another master key/);
    for (const other of ['', '{}', '[1]', 'Anna']) {
      expect(() => openMappings(Buffer.from(other), key)).toThrow(/not one of Deckname/);
    }
  });
});
