import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../test/helpers/random.ts';
import { findPlaceholders, findPlaceholdersInTurns } from './find.ts';
import { restorePlaceholders } from './restore.ts';

const originals = new Map([
  ['k3v9q2xd', 'Anna Müller'],
  ['m01p2q3r', 'Beta GmbH'],
  ['k3v9q2xd4', 'Berlin'],
]);
const restore = (text: string) => restorePlaceholders(text, originals);

describe('exact placeholders', () => {
  it('are replaced wherever they stand', () => {
    expect(restore('[[person-k3v9q2xd]] & [[organization-m01p2q3r]], [[location-k3v9q2xd4]]')).toEqual({
      text: 'Anna Müller & Beta GmbH, Berlin',
      restored: 3,
      unresolved: [],
    });
  });
  it('keep brackets, escapes and emphasis around them', () => {
    expect(
      restore('[[[person-k3v9q2xd]]] **[[person-k3v9q2xd]]** \\[[person-k3v9q2xd]] [[[[person-k3v9q2xd]]]]').text,
    ).toBe('[Anna Müller] **Anna Müller** \\Anna Müller [[Anna Müller]]');
  });
  it('stay and are listed once when nobody knows them', () => {
    const text = 'a [[person-zzzzzzzz]] b [[person-zzzzzzzz]] c [[person-k3v9q2xd]]';
    expect(restore(text)).toEqual({
      text: 'a [[person-zzzzzzzz]] b [[person-zzzzzzzz]] c Anna Müller',
      restored: 1,
      unresolved: ['[[person-zzzzzzzz]]'],
    });
  });
});

describe('altered placeholders', () => {
  it.each([
    ['upper case', '[[PERSON-K3V9Q2XD]]'],
    ['spaces', '[[ person - k3v9q2xd ]]'],
    ['spaces between the brackets', '[ [person-k3v9q2xd] ]'],
    ['a space in the hash', '[[person-k3v9 q2xd]]'],
    ['a space for the hyphen', '[[person k3v9q2xd]]'],
    ['single brackets', '[person-k3v9q2xd]'],
    ['a missing opening bracket', '[person-k3v9q2xd]]'],
    ['a missing closing bracket', '[[person-k3v9q2xd]'],
    ['Markdown escapes', '\\[\\[person\\-k3v9q2xd\\]\\]'],
    ['bold inside', '[[**person**-k3v9q2xd]]'],
    ['bold over all of it inside', '[[**person-k3v9q2xd**]]'],
    ['backticks inside', '[[`person-k3v9q2xd`]]'],
    ['a translated category', '[[Persona-k3v9q2xd]]'],
    ['a translated category with accents', '[[numéro de téléphone-k3v9q2xd]]'],
    ['a known category of something else', '[[organization-k3v9q2xd]]'],
    ['a dropped category', '[[k3v9q2xd]]'],
    ['full-width brackets', '［［person-k3v9q2xd］］'],
    ['CJK brackets', '【person-k3v9q2xd】'],
    ['mathematical brackets', '⟦person-k3v9q2xd⟧'],
    ['full-width letters', '[[person－ｋ３ｖ９ｑ２ｘｄ]]'],
    ['a soft hyphen', '[[per\u00adson-k3v9\u00adq2xd]]'],
    ['a zero-width space', '[[person-\u200bk3v9q2xd]]'],
    ['a line break', '[[person-\nk3v9q2xd]]'],
    ['a CRLF inside the hash', '[[person-k3v9\r\nq2xd]]'],
    ['hyphenation', '[[person-k3v9-\nq2xd]]'],
    ['an en dash', '[[person–k3v9q2xd]]'],
    ['a non-breaking hyphen', '[[person\u2011k3v9q2xd]]'],
  ])('with %s are restored', (_name, altered) => {
    expect(restore(`x ${altered} y`)).toEqual({ text: 'x Anna Müller y', restored: 1, unresolved: [] });
  });
  it.each([
    ['o for 0', '[[organization-mo1p2q3r]]'],
    ['l for 1', '[[organization-m0lp2q3r]]'],
    ['I for 1', '[[organization-M0Ip2q3r]]'],
  ])('with %s are restored', (_name, altered) => {
    expect(restore(altered).text).toBe('Beta GmbH');
  });
  it('are left alone when two readings are known', () => {
    const both = new Map([
      ['abcdefgh', 'first'],
      ['abcd2222', 'second'],
    ]);
    const text = '[[abcd2222-abcdefgh]] [[person-abcd2222 abcdefgh]] [[x abcd-2222 abcdefgh]]';
    for (const hit of findPlaceholders(text)) expect(hit.hashes.length).toBeGreaterThan(0);
    const ambiguous = { start: 0, end: 3, exact: false, clear: true, likely: true, hashes: ['abcdefgh', 'abcd2222'] };
    expect(restorePlaceholders('abc', both, [ambiguous])).toEqual({ text: 'abc', restored: 0, unresolved: ['abc'] });
  });
  it.each([
    '[person]',
    '[[person]]',
    '[[person-k3v9q2xe]]',
    '[[person-k3v9q2x]]',
    '(person-k3v9q2xd)',
    'person-k3v9q2xd',
    '[[person-k3v9q2xd',
    '[[person-k3v9, q2xd]]',
    '[1] [2] [[wiki link]] [text](https://example.org) a[i]',
  ])('%s is no altered placeholder of the account', (text) => {
    expect(restore(text).text).toBe(text);
    expect(restore(text).restored).toBe(0);
  });
  it('never lose to a looser reading: the exact one inside wins', () => {
    expect(restore('[see [[person-k3v9q2xd]] and [organization-m01p2q3r]').text).toBe('[see Anna Müller and Beta GmbH');
  });
  it('are listed when unknown only with an unmistakable shape', () => {
    expect(restore('[[Person-ZZZZZZZZ]] [person-zzzzzzzz] [[zzzzzzzz]] [[siehe Anlage 12345678]]').unresolved).toEqual([
      '[[Person-ZZZZZZZZ]]',
    ]);
  });
});

describe('hostile text', () => {
  it.each([
    ['only opening brackets', '['.repeat(300_000)],
    ['brackets and spaces', '[ '.repeat(300_000)],
    ['long bodies without an end', `[${'a'.repeat(95)}`.repeat(5_000)],
    ['backslashes', '\\['.repeat(300_000)],
  ])('is scanned once: %s', (_name, text) => {
    expect(findPlaceholders(text)).toEqual([]);
  });
});

it('finds the same in turns, wherever a long text is cut', async () => {
  const pieces = [
    '[[person-k3v9q2xd]]',
    '\\[\\[Person-k3v9 q2xd\\]\\]',
    '[[person-k3v9',
    '【email：00000000】',
    '[',
    ' ',
    'ä',
    '😀',
  ];
  const random = randomNumbers(1);
  for (const length of [65_530, 65_536, 131_080, 200_000]) {
    let text = '';
    while (text.length < length) text += pieces[Math.floor(random() * pieces.length)]!;
    expect(await findPlaceholdersInTurns(text)).toEqual(findPlaceholders(text));
  }
});
