import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeLetter } from '../../../test/helpers/letters.ts';
import { BUILT_IN_CATEGORIES } from '../../contract/categories.ts';
import { LANGUAGES } from '../../contract/common.ts';
import { findPlaceholders } from '../../core/placeholders/find.ts';
import { maskText } from '../../core/placeholders/mask.ts';
import { createMac, createMemoryBook } from '../../core/placeholders/memoryBook.ts';
import { mentionedHashes, restorePlaceholders } from '../../core/placeholders/restore.ts';
import { createDefaultEngine } from '../../detection/index.ts';

const RUNS = 10_000;
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));

/** Lines of letters, cut anywhere. */
const letterPart = fc
  .record({
    language: fc.constantFrom(...LANGUAGES),
    seed: fc.nat({ max: 30 }),
    at: fc.nat({ max: 700 }),
    length: fc.nat({ max: 120 }),
  })
  .map(({ language, seed, at, length }) => makeLetter(language, seed).text.slice(at, at + length));
const values = fc.constantFrom(
  ...['Frau Dr. Anna Müller', 'Müller GmbH', '[Anna Müller]', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ...['anna@example.org', '+49 89 123456', 'https://example.org/a?b=c', '192.168.0.1', 'geboren am 3. Mai 1980'],
);
const trouble = fc.constantFrom(
  ...[
    '[[person-k3v9q2xd]]',
    '[person-k3v9q2xd]',
    '\\[\\[iban\\-00000000\\]\\]',
    '[[',
    ']]',
    '[',
    ']',
    '［',
    '-',
    '\\',
    '**',
  ],
  ...[
    '\r\n',
    '\n',
    '\r',
    '\t',
    '\u0001',
    '\u001b',
    '\u007f',
    '\u00ad',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\ud800',
    '\udc00',
  ],
  ...['👩‍👩‍👧', '🇩🇪', 'e\u0301', 'שלום', 'مرحبا', ' ', '\u00a0'],
);
const piece = fc.oneof(
  { weight: 3, arbitrary: values },
  { weight: 2, arbitrary: letterPart },
  { weight: 4, arbitrary: trouble },
);

it(`restores ${RUNS} generated texts exactly, with the recognizers of the product`, async () => {
  const engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '..', '..', '..', 'resources') });
  const mac = createMac(Buffer.alloc(32, 5));
  // One account: what earlier texts have put into the vault is known to later ones, and some of them quote it.
  const book = createMemoryBook();
  let lastMasked = '';
  let replaced = 0;
  let quoting = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 14 }),
      fc.constantFrom('none', 'as it is', 'altered'),
      fc.constantFrom(...LANGUAGES),
      async (pieces, quote, language) => {
        const quoted = quote === 'none' ? '' : quote === 'altered' ? lastMasked.toUpperCase() : lastMasked;
        const text = pieces.join('') + quoted;
        const { spans } = await engine.detect(text, { language, level: 'strict', categories, terms: [] });
        const masked = await maskText(text, spans, { book, mac });
        for (const mapping of masked.mappings) book.add(mapping);
        const found = findPlaceholders(masked.text);
        const originals = await book.originals(mentionedHashes(found));
        const covered = spans.every((span) =>
          masked.parts.some((part) => part.start <= span.start && span.end <= part.end),
        );
        replaced += masked.parts.length;
        if (masked.parts.some(({ guard }) => guard)) quoting += 1;
        lastMasked = masked.text.slice(0, 200);
        return covered && restorePlaceholders(masked.text, originals, found).text === text;
      },
    ),
    { numRuns: RUNS },
  );
  expect(replaced).toBeGreaterThan(RUNS);
  expect(quoting).toBeGreaterThan(RUNS / 100);
}, 300_000);
