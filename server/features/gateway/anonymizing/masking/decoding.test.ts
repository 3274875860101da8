import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../../../../test/helpers/hostileTexts.ts';
import { jsonTokens, isJsonText } from './jsonText.ts';
import { carriesFile, findPacked } from './packed.ts';
import { decodedReading, nameReading } from './views.ts';

describe('decoded texts', () => {
  it.each([
    ['M%C3%BCller', 'Müller'],
    ['M%FCller', 'Müller'],
    ['M&uuml;ller &#77;&#x61;', 'Müller Ma'],
    ['M=C3=BCller=\r\nhaus', 'Müllerhaus'],
    [String.raw`M\u00fcller\nAnna`, 'Müller\nAnna'],
    ['Mu\u0308l\u200bler', 'Müller'],
    ['Ｍüller', 'Müller'],
    ['Anna+M%C3%BCller', 'Anna Müller'],
    ['M%25C3%25BCller', 'Müller'],
    ['M\u00fcll\u0435r und W\u0430\u0441ker', 'Müller und Wacker'],
  ])('%s says %s', (written, says) => {
    expect(decodedReading(written)?.text).toBe(says);
  });

  it('are not read where a word is of another script as a whole', () => {
    expect(decodedReading('Вода und Κρήτη, 5 μm')).toBeUndefined();
    expect(decodedReading('о'.repeat(200_000))).toBeUndefined();
  });

  it('map every part of what they say to the part that says it', () => {
    const text = 'x M&uuml;ller%20y';
    const reading = decodedReading(text)!;
    const start = reading.text.indexOf('Müller');
    const { start: from, end } = reading.source(start, start + 6);
    expect(text.slice(from, end)).toBe('M&uuml;ller');
    fc.assert(
      fc.property(hostileText, (any) => {
        const decoded = decodedReading(any);
        if (decoded === undefined || decoded.text === '') return;
        const whole = decoded.source(0, decoded.text.length);
        expect(whole.start).toBeGreaterThanOrEqual(0);
        expect(whole.end).toBeLessThanOrEqual(any.length);
        expect(whole.end).toBeGreaterThanOrEqual(whole.start);
      }),
    );
  });

  it('have the words of a name apart', () => {
    expect(nameReading('kundeAnna_mueller').text).toBe('kunde Anna mueller');
  });
});

it('finds texts that are packed, and leaves other tokens alone', () => {
  const packed = Buffer.from('Frau Anna Müller').toString('base64');
  expect(findPacked(`x ${packed} y`)).toEqual([{ start: 2, end: 2 + packed.length, says: 'Frau Anna Müller' }]);
  expect(findPacked(Buffer.from('Frau Anna').toString('hex'))).toMatchObject([{ says: 'Frau Anna' }]);
  expect(findPacked('Donaudampfschifffahrt 123456789012345 call_0123456789abcdef')).toEqual([]);
  expect(carriesFile('data:text/plain;base64,QW5uYQ==')).toBe(false);
  expect(carriesFile(`JVBERi0${'A'.repeat(300)}`)).toBe(true);
});

it('names the strings, numbers and names of any JSON text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
      fc.constantFrom(0, 2),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(isJsonText(text)).toBe(true);
        const rebuilt = jsonTokens(text).map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown);
        const expected: unknown[] = [];
        const walk = (item: unknown): void => {
          if (typeof item === 'string' || typeof item === 'number') expected.push(item);
          else if (Array.isArray(item)) item.forEach(walk);
          else if (typeof item === 'object' && item !== null) {
            for (const [name, inner] of Object.entries(item)) {
              expected.push(name);
              walk(inner);
            }
          }
        };
        walk(JSON.parse(text));
        expect(rebuilt).toEqual(expected);
      },
    ),
  );
});
