import { describe, expect, it } from 'vitest';
import { createAssigner, formKey, type Form, type Mapping } from './assign.ts';
import { canonicalHash, encodeBase32, formatPlaceholder, parsePlaceholder } from './format.ts';
import { createMac, createMemoryBook } from './memoryBook.ts';

const mac = createMac(Buffer.alloc(32, 7));
async function assign(forms: readonly Form[], book = createMemoryBook(), key = mac): Promise<Mapping[]> {
  const assigned = await createAssigner({ book, mac: key }).assign(forms);
  return forms.map((form) => assigned.get(formKey(form))!);
}

describe('placeholder text', () => {
  it('is formatted and parsed', () => {
    expect(formatPlaceholder('person', 'k3v9q2xd')).toBe('[[person-k3v9q2xd]]');
    expect(parsePlaceholder('[[person-k3v9q2xd]]')).toEqual({ category: 'person', hash: 'k3v9q2xd' });
    expect(parsePlaceholder('[[person-k3v9q2xl]]')).toBeUndefined();
    expect(parsePlaceholder(' [[person-k3v9q2xd]]')).toBeUndefined();
  });
  it('reads Crockford base 32 as its page says', () => {
    expect(encodeBase32(new Uint8Array([0xff, 0x00, 0x88, 0x01, 0x1f]))).toBe('zw08g08z');
    expect(encodeBase32(new Uint8Array([0x80]))).toBe('g0');
    expect(canonicalHash('OIL00000')).toBe('01100000');
    expect(canonicalHash('uuuuuuuu')).toBeUndefined();
  });
});

describe('assignment', () => {
  it('is a function of key, category and exact form', async () => {
    const [first] = await assign([{ category: 'person', text: 'Anna Müller' }]);
    const [again] = await assign([{ category: 'person', text: 'Anna Müller' }]);
    const [other] = await assign(
      [{ category: 'person', text: 'Anna Müller' }],
      undefined,
      createMac(Buffer.alloc(32, 8)),
    );
    expect(first).toEqual(again);
    expect(first!.placeholder).toMatch(/^\[\[person-[0-9a-hjkmnp-tv-z]{8}\]\]$/);
    expect(other!.hash.slice(0, 6)).not.toBe(first!.hash.slice(0, 6));
  });
  it('shares six characters among spellings of one value and among categories', async () => {
    const [spaced, bare, upper, lower, asPlace] = await assign([
      { category: 'iban', text: 'DE89 3704 0044 0532 0130 00' },
      { category: 'iban', text: 'DE89370400440532013000' },
      { category: 'person', text: 'PARIS' },
      { category: 'person', text: 'Paris' },
      { category: 'location', text: 'Paris' },
    ]);
    expect(spaced!.hash.slice(0, 6)).toBe(bare!.hash.slice(0, 6));
    expect(new Set([upper, lower, asPlace].map((mapping) => mapping!.hash.slice(0, 6))).size).toBe(1);
    expect(new Set([spaced, bare, upper, lower, asPlace].map((mapping) => mapping!.hash)).size).toBe(5);
  });
  it('links forms of one person, and leaves others apart', async () => {
    const [full, short, other] = await assign([
      { category: 'person', text: 'Frau Dr. Anna Müller', group: 1 },
      { category: 'person', text: 'Müllers', group: 1 },
      { category: 'person', text: 'Jens Vogt', group: 2 },
    ]);
    expect(short!.hash.slice(0, 6)).toBe(full!.hash.slice(0, 6));
    expect(short!.hash).not.toBe(full!.hash);
    expect(other!.hash.slice(0, 6)).not.toBe(full!.hash.slice(0, 6));
  });
  it('takes the characters of a form that the account knows already', async () => {
    const book = createMemoryBook();
    const [known] = await assign([{ category: 'person', text: 'Müller' }], book);
    book.add(known!);
    const [again, longer] = await assign(
      [
        { category: 'person', text: 'Müller', group: 4 },
        { category: 'person', text: 'Anna Müller', group: 4 },
      ],
      book,
    );
    expect(again).toEqual({ ...known, isNew: false });
    expect(longer!.hash.slice(0, 6)).toBe(known!.hash.slice(0, 6));
  });
  it('lengthens a hash that belongs to another value', async () => {
    const book = createMemoryBook();
    const [free] = await assign([{ category: 'person', text: 'Anna' }]);
    book.add({ ...free!, original: 'somebody else' });
    const [longer] = await assign([{ category: 'person', text: 'Anna' }], book);
    expect(longer!.hash).toHaveLength(9);
    expect(longer!.hash.startsWith(free!.hash)).toBe(true);
    book.add({ ...longer!, original: 'a third one' });
    expect((await assign([{ category: 'person', text: 'Anna' }], book))[0]!.hash).toHaveLength(10);
  });
  it('gives many linked forms different hashes', async () => {
    const forms = Array.from({ length: 3000 }, (_, index) => ({ category: 'person', text: `Anna ${index}`, group: 1 }));
    const mappings = await assign(forms);
    expect(new Set(mappings.map((mapping) => mapping.hash)).size).toBe(3000);
    expect(new Set(mappings.map((mapping) => mapping.hash.slice(0, 6))).size).toBe(1);
  });
  it('tells lone surrogates apart', async () => {
    const [a, b] = await assign([
      { category: 'custom', text: '\ud800' },
      { category: 'custom', text: '\ud801' },
    ]);
    expect(a!.hash).not.toBe(b!.hash);
  });
});
