import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLetter } from '../../test/helpers/letters.ts';
import { LEVELS, type ProtectionLevel } from '../contract/anonymization.ts';
import { LANGUAGES } from '../contract/common.ts';
import { createRuleEngine } from './engine.ts';
import { createDefaultEngine } from './index.ts';
import type { Candidate } from './recognizer.ts';
import { optionsWithout } from '../../test/helpers/detection/structuredFinds.ts';
import type { Span } from './types.ts';

/** Letters and digits that spans cover, as offsets. */
function covered(text: string, spans: readonly Span[]): number[] {
  return spans.flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, at) => start + at).filter((at) => /[\p{L}\p{N}]/u.test(text[at]!)),
  );
}

/** Expects each level to cover what the one before it covers. */
async function expectNested(text: string, find: (level: ProtectionLevel) => Promise<readonly Span[]>): Promise<void> {
  let below: number[] = [];
  for (const level of LEVELS) {
    const here = new Set(covered(text, await find(level)));
    expect({ level, shown: below.filter((at) => !here.has(at)).map((at) => text.slice(at, at + 12)) }).toEqual({
      level,
      shown: [],
    });
    below = [...here];
  }
}

describe('a stricter level masks what a lower one masks', () => {
  it('for any finds of names and places, whichever win', async () => {
    const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
    const candidate = fc
      .record({
        start: fc.nat(60),
        length: fc.integer({ min: 1, max: 18 }),
        category: fc.constantFrom('person', 'organization', 'location', 'address'),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        priority: fc.constantFrom(10, 30, 40, 50),
      })
      .map(({ length, ...rest }): Candidate => ({ ...rest, end: rest.start + length, sources: ['test:any'] }));
    await fc.assert(
      fc.asyncProperty(fc.array(candidate, { maxLength: 8 }), async (candidates) => {
        const engine = createRuleEngine({
          recognizers: [{ id: 'test:any', categories: ['person'], recognize: () => candidates }],
          version: { recognizers: 'test', model: null },
        });
        const options = { ...optionsWithout(), language: 'de' } as const;
        await expectNested(text, (level) => Promise.resolve(engine.detect(text, { ...options, level }).spans));
      }),
    );
  });

  it.each(LANGUAGES)('in letters: %s', async (language) => {
    const engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '../../resources') });
    for (let seed = 0; seed < 60; seed += 1) {
      const { text } = makeLetter(language, seed);
      await expectNested(text, async (level) => {
        const { spans } = await engine.detect(text, { ...optionsWithout(), language, level });
        return spans;
      });
    }
  });

  it('and finds what is doubtful at the strict level alone', () => {
    const text = 'Anna Bau';
    const find = (confidence: number): Candidate => ({
      ...{ start: 0, end: 4, category: 'person', priority: 40, sources: ['test:any'] },
      confidence,
    });
    const found = (level: ProtectionLevel, confidence: number): number =>
      createRuleEngine({
        recognizers: [{ id: 'test:any', categories: ['person'], recognize: () => [find(confidence)] }],
        version: { recognizers: 'test', model: null },
      }).detect(text, { ...optionsWithout(), language: 'de', level }).spans.length;
    expect(LEVELS.map((level) => found(level, 0.9))).toEqual([1, 1, 1]);
    expect(LEVELS.map((level) => found(level, 0.55))).toEqual([0, 1, 1]);
    expect(LEVELS.map((level) => found(level, 0.4))).toEqual([0, 0, 1]);
  });
});
