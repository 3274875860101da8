import { describe, expect, it } from 'vitest';
import { ON_ANY_MACHINE, tooFast } from '../../../../../test/helpers/growth.ts';
import { createHiddenSearch, hiddenReadings } from './hidden.ts';

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
const selectors = (text: string) =>
  [...Buffer.from(text)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('');
const codes = (text: string, radix: number) => [...Buffer.from(text, 'latin1')].map((byte) => byte.toString(radix));

describe('hidden writing', () => {
  it.each([
    ['tag characters', `Hallo${tags('Anna Berger')}!`],
    ['tag characters between others', Array.from('Anna Berger', (letter) => `x${tags(letter)}`).join('')],
    ['variation selectors', `😀${selectors('Anna Berger')}`],
    ['an override of the direction', `Frau \u202eregreB annA\u202c kommt`],
    ['overrides inside of each other', `\u202eregreB \u202dAnna\u202c\u202c`],
    ['letters with dots', 'A.n.n.a B.e.r.g.e.r'],
    ['letters with wide spaces', 'A n n a   B e r g e r'],
    ['letters without spaces between words', 'A|n|n|a|B|e|r|g|e|r'],
    ['decimal codes', codes('Anna Berger', 10).join(' ')],
    ['hexadecimal codes', codes('Anna Berger', 16).join(', ')],
    [
      'hexadecimal codes with their mark',
      codes('Anna Berger', 16)
        .map((code) => `0x${code}`)
        .join(' '),
    ],
    ['words from their end', 'Die regreB annA kommt'],
  ])('says what stands in %s', (_way, text) => {
    expect(
      hiddenReadings(text)
        .map((reading) => reading.text)
        .join('\n'),
    ).toContain('Anna Berger');
  });

  it('names the part that says it', () => {
    const text = `vor ${tags('Anna')} nach`;
    const [reading] = hiddenReadings(text);
    const { start, end } = reading!.source(0, 4);
    expect(text.slice(start, end)).toBe(tags('Anna'));
    const turned = 'Frau \u202eregreB annA\u202c kommt';
    const shown = hiddenReadings(turned)[0]!;
    const at = shown.text.indexOf('Anna Berger');
    const source = shown.source(at, at + 11);
    expect(turned.slice(source.start, source.end)).toBe('regreB annA');
  });

  it.each([
    'Der Vertrag wurde am 3. Mai 2024 geschlossen, z. B. in Köln; siehe § 4 Abs. 2.',
    'for (let i = 0; i < 10; i += 1) sum += a[i] * b[i];',
    '| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |',
    '12, 45, 7, 19, 23 und 1.000.000,50 €',
    '{"ids":[101,102,103],"name":"x_y_z"}',
    '👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'.replace(/[\u{e0000}-\u{e007f}]/gu, ''),
  ])('is not seen in %s', (text) => {
    expect(hiddenReadings(text).filter((reading) => /\p{L}{3}/u.test(reading.text) && reading.text !== text)).toEqual(
      [],
    );
  });

  it('is searched for values over separators and from the end', () => {
    const search = createHiddenSearch([
      { text: 'Anna Bergmann', category: 'person' },
      { text: 'DE89 3704 0044 0532 0130 00', category: 'iban' },
      { text: '0171 2345678', category: 'phone' },
    ]);
    for (const text of [
      ...['A n n a B e r g m a n n', 'nnamgreB annA', "0'171'2345678", 'DE89|3704|0044|0532|0130|00', '0171,,2345678'],
      '0__1__7__1__2__3__4__5__6__7__8',
    ]) {
      expect(search.find(text).map(({ start, end }) => text.slice(start, end))).toEqual([text]);
    }
    expect(search.find('Anna und Bergmann, 0171 und 2345')).toEqual([]);
  });

  it('takes time in proportion to the text', ON_ANY_MACHINE, async () => {
    const pieces = ['1 ', 'a.', '\u202ea', '41 ', 'aB ', '\u{e0041}x', '\ufe01\u{e0120}', '\u202d\u202e'];
    const shapes = Object.fromEntries(
      pieces.map((piece) => [JSON.stringify(piece), (length: number) => piece.repeat(length / piece.length)]),
    );
    const work = (text: string) => [
      hiddenReadings(text),
      createHiddenSearch([{ text: 'Anna Bergmann', category: 'person' }]).find(text),
    ];
    expect(await tooFast(work, 100_000, shapes)).toEqual([]);
  });
});
