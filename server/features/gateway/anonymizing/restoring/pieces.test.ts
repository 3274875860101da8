import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../../../../test/helpers/hostileTexts.ts';
import { restoreJsonText, createJsonRestorer } from './jsonRestorer.ts';
import { answerText, BOOK, cutAt, through } from '../../../../../test/helpers/gatewayStreams/cuts.ts';
import { createTextRestorer, restoreText } from './textRestorer.ts';

const offsets = fc.array(fc.nat({ max: 400 }), { maxLength: 30 });

describe('text in pieces', () => {
  it('is restored as the whole is, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.oneof(answerText, hostileText), offsets, (text, cuts) => {
        expect(through(createTextRestorer(BOOK), cutAt(text, cuts))).toBe(restoreText(text, BOOK));
      }),
      { numRuns: 1_500 },
    );
  });

  it('is restored as the whole is when cut at each position, and character by character', () => {
    fc.assert(
      fc.property(answerText, (text) => {
        const whole = restoreText(text, BOOK);
        for (let at = 0; at <= text.length; at += 1) {
          expect(through(createTextRestorer(BOOK), [text.slice(0, at), text.slice(at)])).toBe(whole);
        }
        expect(through(createTextRestorer(BOOK), text.split(''))).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('leaves with the character that completes a placeholder, and not held back without need', () => {
    const restorer = createTextRestorer(BOOK);
    expect(restorer.push('Guten Tag [[person-k3v9q2xd]')).toBe('Guten Tag ');
    expect(restorer.push(']')).toBe('Henrike "Rike" Öztürk');
    expect(restorer.push(', Punkt [1')).toBe(', Punkt ');
    expect(restorer.push('] und')).toBe('[1] und');
    expect(restorer.push(' (siehe [a; ')).toBe(' (siehe [a; ');
    expect(restorer.push('\\')).toBe('');
    expect(restorer.push('n')).toBe('\\n');
    expect(restorer.end()).toBe('');
  });

  it('stays JSON where the whole text is JSON, plain or as a block of code, however it is cut', () => {
    const json = '{"to": ["[[person-k3v9q2xd]]"], "n": "\\"[[ Person - K3V9Q2XD ]]\\""}';
    const restored = { to: ['Henrike "Rike" Öztürk'], n: '"Henrike "Rike" Öztürk"' };
    for (const [before, behind] of [
      ['', ''],
      ['\n ', ''],
      ['```json\n', '\n```'],
      ['```\n', '\n```\nFür [[person-k3v9q2xd]].'],
    ]) {
      const text = `${before}${json}${behind}`;
      const whole = restoreText(text, BOOK);
      expect(JSON.parse(/\{.*\}/.exec(whole)![0])).toEqual(restored);
      expect(whole.endsWith(behind!.replace('[[person-k3v9q2xd]]', 'Henrike "Rike" Öztürk'))).toBe(true);
      for (let at = 0; at <= text.length; at += 1) {
        expect(through(createTextRestorer(BOOK), [text.slice(0, at), text.slice(at)])).toBe(whole);
      }
    }
    expect(JSON.parse(restoreText('[{"a":"[[person-k3v9q2xd]]"}]', BOOK))).toEqual([{ a: 'Henrike "Rike" Öztürk' }]);
    for (const prose of [
      '{name}: "[[person-k3v9q2xd]]"',
      '[1] "[[person-k3v9q2xd]]"',
      '```js\n"[[person-k3v9q2xd]]"',
    ]) {
      expect(restoreText(prose, BOOK)).toBe(prose.replace('[[person-k3v9q2xd]]', 'Henrike "Rike" Öztürk'));
    }
  });

  it('never takes a placeholder of somebody else, nor one that two values could mean', () => {
    const originals = new Map([
      ['9q2xdk3v', 'A'],
      ['k3v9q2xd9q2xdk3v', 'B'],
    ]);
    const text = '[[person-aaaaaaaa]] [person-k3v9q2xd-9q2xdk3v]';
    expect(restoreText(text, { originals, names: new Map() })).toBe(text);
    expect(restoreText(text, { originals: new Map([['9q2xdk3v', 'A']]), names: new Map() })).toBe(
      '[[person-aaaaaaaa]] A',
    );
  });
});

/** JSON as models write it: objects of texts, with or without escapes of all characters. */
const jsonText = fc
  .record({
    value: fc.dictionary(answerText, fc.oneof(answerText, fc.array(answerText, { maxLength: 3 }), fc.integer()), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    indent: fc.constantFrom(0, 2),
    isEscaped: fc.boolean(),
  })
  .map(({ value, indent, isEscaped }) => {
    const text = JSON.stringify(value, null, indent);
    if (!isEscaped) return text;
    return text.replace(/[^\x20-\x7e\n]|[[\]-](?=[^"]*"[^"]*(?:"[^"]*"[^"]*)*$)/g, (unit) =>
      /[^\x20-\x7e\n]/.test(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
    );
  });

/** Models that are asked for JSON sometimes write white space until they are stopped. */
describe('endless white space', () => {
  const SPACE = '\n'.repeat(300_000);
  const VALUE = '[[person-k3v9q2xd]]';

  it('passes in linear time, character by character, in a text and in a string of JSON', () => {
    for (const text of [`${SPACE}${VALUE}`, `[${SPACE}${VALUE}`, `{${SPACE}"a": "${VALUE}"}`])
      expect(through(createTextRestorer(BOOK), text.split(''))).toBe(restoreText(text, BOOK));
    const json = JSON.stringify({ a: `${SPACE}${VALUE}`, b: `{${SPACE}` });
    expect(through(createJsonRestorer(BOOK), json.split(''))).toBe(restoreJsonText(json, BOOK));
  });
});

describe('JSON in pieces', () => {
  it('stays JSON and says what its restored texts say', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const restored = JSON.parse(restoreJsonText(text, BOOK)) as unknown;
        const expected = mapTexts(JSON.parse(text), (value) => restoreText(value, { ...BOOK, names: new Map() }));
        expect(restored).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  it('is restored as the whole is, wherever it is cut, also when it is no JSON', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, answerText, hostileText), offsets, (text, cuts) => {
        expect(through(createJsonRestorer(BOOK), cutAt(text, cuts))).toBe(restoreJsonText(text, BOOK));
      }),
      { numRuns: 1_500 },
    );
  });

  it('stays JSON in the strings that hold JSON themselves', () => {
    const inner = JSON.stringify({ to: '[[person-k3v9q2xd]]', [`[[person-k3v9q2xd]]`]: [1] });
    const text = JSON.stringify({ body: inner, list: `[${inner}]`, text: '[[person-k3v9q2xd]]' });
    const restored = { to: 'Henrike "Rike" Öztürk', 'Henrike "Rike" Öztürk': [1] };
    for (let at = 0; at <= text.length; at += 1) {
      const whole = through(createJsonRestorer(BOOK), [text.slice(0, at), text.slice(at)]);
      const { body, list, text: plain } = JSON.parse(whole) as Record<string, string>;
      expect([JSON.parse(body!), JSON.parse(list!), plain]).toEqual([restored, [restored], 'Henrike "Rike" Öztürk']);
    }
  });

  it('leaves as soon as a value is certain, with numbers and names as they were', () => {
    const restorer = createJsonRestorer(BOOK);
    expect(restorer.push('{"name":"Frau [[person-k3v9q2xd]]')).toBe('{"name":"Frau Henrike \\"Rike\\" Öztürk');
    expect(restorer.push('","tel":"[[phone-7n8m6p5q]]"')).toBe('","tel":4934186714099');
    expect(restorer.push(',"custom_b1b2b3b4":1}')).toBe(',"kunde_öztürk":1}');
    expect(restorer.end()).toBe('');
    expect(restoreJsonText('{"t":"+[[phone-7n8m6p5q]]"}', BOOK)).toBe('{"t":"+4934186714099"}');
  });
});

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    if (BOOK.names.has(value)) return BOOK.names.get(value);
    return value === '[[phone-7n8m6p5q]]' ? 4934186714099 : change(value);
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [BOOK.names.get(name) ?? change(name), mapTexts(item, change)]),
  );
}
