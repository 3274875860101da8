import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDefaultEngine } from './index.ts';
import { optionsWithout } from './testing/structuredFinds.ts';
import type { DetectionOptions, DetectionTerm } from './types.ts';

const engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '../../resources') });
const ALL = optionsWithout();

/** Pieces that recognizers react to, and characters that make offsets hard. */
const PIECES = [
  ...[
    'IBAN',
    'Tel.',
    'geb.',
    'né(e) le',
    'Passwort:',
    'n.º',
    'Az.',
    'USt-IdNr.',
    '@',
    '://',
    'www.',
    'Frau',
    'GmbH',
    'Str. 5',
  ],
  ...[
    'DE82 8605 5592',
    '0341 86 71',
    '12.03.1980',
    'AB-123',
    '1.234,50 €',
    '{"',
    '<<<<',
    '2001:db8::',
    '-----BEGIN PRIVATE KEY-----',
  ],
  ...[
    '👩‍🚀',
    'e\u0301',
    '\u00ad',
    '\u200d',
    '\r\n',
    '\n\n',
    '\t',
    ' | ',
    ';',
    '\ud800',
    '\udfff',
    '\u202e',
    'ß',
    'İ',
    '𝒜',
    '0',
    'a',
    '(',
    ')',
  ],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 120 }),
);
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
  it('never throws, and reports sorted spans inside the text that never overlap or cut a surrogate pair', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { spans } = engine.detect(value, ALL);
        let end = 0;
        for (const span of spans) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          expect(span.confidence).toBeGreaterThanOrEqual(0);
          expect(span.confidence).toBeLessThanOrEqual(1);
          expect(span.sources.length).toBeGreaterThan(0);
          for (const edge of [span.start, span.end]) {
            expect(value.slice(edge - 1, edge + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          }
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(value.length);
      }),
      { numRuns: 5_000 },
    );
  });

  it('gives the same result every time', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(engine.detect(value, ALL)).toEqual(engine.detect(value, ALL));
      }),
      { numRuns: 300 },
    );
  });

  it('reports only categories that are on', () => {
    const value = 'Frau Mira Holm, mira@holm.de, Tel. 0341 8671409, geb. 12.03.1980, IBAN DE89370400440532013000';
    const categories: DetectionOptions['categories'] = { email: true, iban: false };
    expect(engine.detect(value, { ...ALL, categories }).spans.map(({ category }) => category)).toEqual(['email']);
  });

  it('keeps exact offsets behind emoji and combining marks', () => {
    const value = '👩‍🚀 e\u0301 𝒜: mira@holm.de';
    const [span] = engine.detect(value, { ...ALL, language: 'de' }).spans;
    expect(value.slice(span?.start, span?.end)).toBe('mira@holm.de');
  });

  it('lets own terms win and allow terms take finds back', () => {
    const value = 'Schreiben Sie an info@firma.de oder mira@holm.de, Projekt Nordstern.';
    const terms = [
      term({ id: 'a', kind: 'allow', value: 'INFO@firma.de' }),
      term({ id: 'b', value: 'Nordstern', category: 'projekt' }),
      term({ id: 'c', kind: 'pattern', value: 'mira@\\w+', category: 'projekt' }),
    ];
    const categories = { ...ALL.categories, projekt: true };
    const { spans } = engine.detect(value, { ...ALL, categories, terms, language: 'de' });
    expect(spans.map(({ start, end, category }) => `${category}: ${value.slice(start, end)}`)).toEqual([
      'projekt: mira@holm',
      'projekt: Nordstern',
    ]);
  });

  it('falls back to the default language for texts that say nothing', () => {
    expect(engine.detect('', ALL)).toEqual({ language: 'de', spans: [] });
    expect(engine.detect('4711 – 0815', ALL).language).toBe('de');
    expect(engine.detect('Je vous prie d’agréer, Madame, mes salutations distinguées.', ALL).language).toBe('fr');
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
  ])('takes 50,000 characters of %j', (piece) => {
    const value = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(engine.detect(value, { ...ALL, language: 'de' }).language).toBe('de');
  });
});
