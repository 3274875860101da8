import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_SHAPES, ON_ANY_MACHINE, tooFast } from '../../../test/helpers/growth.ts';
import { parseJsonInTurns, TooDeepError } from './parseInTurns.ts';

/** Code units of what makes a text too long to be parsed at once. */
const LARGE = 300_000;
const outcome = async (text: string): Promise<unknown> => {
  try {
    return { value: await parseJsonInTurns(text) };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
};
const expected = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'refused';
  }
};

describe('JSON in turns', () => {
  it('is read as JSON.parse reads it', async () => {
    const string = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\\', '"', '\n', '\u2028', '\ud83d').map((unit) => unit.repeat(LARGE / 2)),
      fc.constant('a'.repeat(LARGE)),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(string, fc.double(), fc.boolean(), fc.constant(null)),
        fc.array(tie('tree')),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__'), fc.constant('7')), tie('tree')),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(undefined, 1, '\t'), async (value, space) => {
        const text = JSON.stringify([value, 'x'.repeat(LARGE), value], null, space);
        expect(await parseJsonInTurns(text)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 30 },
    );
  });

  it.each([',', '1', '[', ']', '{', '}', '"', '\\', ' ', ':', 'u', '\u0001', ''])(
    'is refused as JSON.parse refuses it: with %j anywhere',
    async (wrong) => {
      const inner = '{"a":[1,{"b":"c\\u00e4"}],"d":{}},';
      const long = `[ ${inner.repeat(6_000)} "${'\\u00e4\\\\'.repeat(30_000)}" , {"e" : [] , "f" : ${inner.slice(0, -1)}} ]`;
      for (const at of [
        0,
        1,
        2,
        7,
        40,
        130_000,
        198_000,
        198_002,
        198_005,
        250_000,
        long.length - 30,
        long.length - 1,
        long.length,
      ]) {
        for (const text of [
          long.slice(0, at) + wrong + long.slice(at),
          long.slice(0, at) + wrong + long.slice(at + 1),
        ]) {
          expect(await outcome(text)).toEqual(expected(text));
        }
      }
    },
  );

  it.each(['[,]', '[ , 1]', '[1,]', '[1,,2]', '{,}', '{"a":1,}', '[1 2]', '{"a" 1}', '[1}', '', ' ', '[]]', '[] []'])(
    'is refused as JSON.parse refuses it: %j with much white space',
    async (text) => {
      const wide = text.replace(/[\s,]/g, (sign) => `${' '.repeat(LARGE)}${sign}${' '.repeat(LARGE)}`);
      expect(await outcome(`${' '.repeat(LARGE)}${wide}`)).toEqual('refused');
    },
  );

  it('nests 200 deep and no deeper', async () => {
    const nested = (levels: number) => '['.repeat(levels) + `"${'x'.repeat(LARGE)}"` + ']'.repeat(levels);
    expect(await outcome(nested(200))).toEqual(expected(nested(200)));
    await expect(parseJsonInTurns(nested(201))).rejects.toThrow(TooDeepError);
    await expect(parseJsonInTurns(`[${'1,'.repeat(LARGE)}${'['.repeat(200)}${']'.repeat(200)}]`)).rejects.toThrow(
      TooDeepError,
    );
  });

  it('takes time by the length, and others have their turns', ON_ANY_MACHINE, async () => {
    const work = (text: string) =>
      parseJsonInTurns(JSON.stringify({ text, list: Array.from(text.slice(0, text.length / 8)) }));
    const { quotes, backslashes, ...rest } = HOSTILE_SHAPES;
    expect(
      await tooFast(work, 512 * 1024, {
        quotes: quotes!,
        backslashes: backslashes!,
        brackets: rest['nested brackets']!,
      }),
    ).toEqual([]);
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    await work(HOSTILE_SHAPES['quotes']!(16 * 1024 * 1024));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
