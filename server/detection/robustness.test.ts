import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedDetection } from '../../test/helpers/checkedDetection.ts';
import { hostileText } from '../../test/helpers/hostileTexts.ts';
import { createDefaultEngine } from './index.ts';
import { optionsWithout } from '../../test/helpers/detection/structuredFinds.ts';
import type { DetectionOptions, DetectionTerm } from './types.ts';

const engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '../../resources') });
const ALL = optionsWithout();

const term = (rest: Partial<DetectionTerm>): DetectionTerm => ({
  id: 'x',
  kind: 'mask',
  value: 'x',
  category: 'custom',
  caseSensitive: false,
  wholeWord: true,
  enabled: true,
  ...rest,
});

describe('engine', () => {
  it('never throws on hostile texts, and its finds obey the rules', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        await checkedDetection(engine, text, ALL);
      }),
      { numRuns: 3_000 },
    );
    // Thousands of runs of the whole detector: on a busy machine more than the usual time of a test.
  }, 120_000);

  it.each([
    // A house number that reaches to the end of the text.
    ['es', '12  c/o'],
  ] as const)('takes the %s text %j', async (language, value) => {
    await checkedDetection(engine, value, { ...ALL, language });
  });

  it('reports only categories that are on', async () => {
    const value = 'Frau Mira Holm, mira@holm.de, Tel. 0341 8671409, geb. 12.03.1980, IBAN DE89370400440532013000';
    const categories: DetectionOptions['categories'] = { email: true, iban: false };
    const { spans } = await engine.detect(value, { ...ALL, categories });
    expect(spans.map(({ category }) => category)).toEqual(['email']);
  });

  it('keeps exact offsets behind emoji and combining marks', async () => {
    const value = '👩‍🚀 e\u0301 𝒜: mira@holm.de';
    const { spans } = await engine.detect(value, { ...ALL, language: 'de' });
    expect(spans.map(({ start, end }) => value.slice(start, end))).toEqual(['mira@holm.de']);
  });

  it('lets own terms win and allow terms take finds back', async () => {
    const value = 'Schreiben Sie an info@firma.de oder mira@holm.de, Projekt Nordstern.';
    const terms = [
      term({ id: 'a', kind: 'allow', value: 'INFO@firma.de' }),
      term({ id: 'b', value: 'Nordstern', category: 'projekt' }),
      term({ id: 'c', kind: 'pattern', value: 'mira@\\w+', category: 'projekt' }),
    ];
    const categories = { ...ALL.categories, projekt: true };
    const { spans } = await engine.detect(value, { ...ALL, categories, terms, language: 'de' });
    expect(spans.map(({ start, end, category }) => `${category}: ${value.slice(start, end)}`)).toEqual([
      'projekt: mira@holm',
      'projekt: Nordstern',
    ]);
  });

  it('falls back to the default language for texts that say nothing', async () => {
    expect(await engine.detect('', ALL)).toEqual({ language: 'de', spans: [], stages: [] });
    expect(await engine.detect('4711 – 0815', ALL)).toMatchObject({ language: 'de' });
    const french = 'Je vous prie d’agréer, Madame, mes salutations distinguées.';
    expect(await engine.detect(french, ALL)).toMatchObject({ language: 'fr' });
  });

  // No clock is read here: work that grew with the square of the length would run into the test's time limit.
  it.each([
    '1',
    '12 ',
    'a',
    'A',
    'Ab1',
    '(',
    'a@a.',
    'Tel. ',
    'geb. in Ort ',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    'Kundennummer ',
    'Name | Tel |\n',
    '<',
  ])('takes 50,000 characters of %j', async (piece) => {
    const value = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(await engine.detect(value, { ...ALL, language: 'de' })).toMatchObject({ language: 'de' });
  });
});
