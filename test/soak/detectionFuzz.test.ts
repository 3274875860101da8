import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { LEVELS } from '../../server/contract/anonymization.ts';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { LANGUAGES } from '../../server/contract/languages.ts';
import { findPlaceholders } from '../../server/core/placeholders/find.ts';
import { maskText } from '../../server/core/placeholders/mask.ts';
import { createMac, createMemoryBook } from '../../server/core/placeholders/memoryBook.ts';
import { mentionedHashes, restorePlaceholders } from '../../server/core/placeholders/restore.ts';
import { createDefaultEngine } from '../../server/detection/index.ts';
import type { DetectionEngine, DetectionOptions } from '../../server/detection/types.ts';
import { checkedDetection } from '../helpers/checkedDetection.ts';
import { hostileText, repeated } from '../helpers/hostileTexts.ts';

const TEXTS = 100_000;
const LONG_TEXTS = 400;
const LONG_LENGTH = 100_000;
/** Some hundred times what a text takes: only work that grows faster than the text reaches it. */
const MOST_MS_PER_CHARACTER = 0.2;

const seed = Number(process.env['DECKNAME_SEED'] ?? randomBytes(4).readInt32LE());
const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));
const options: fc.Arbitrary<DetectionOptions> = fc.record({
  level: fc.constantFrom(...LEVELS),
  language: fc.constantFrom(undefined, ...LANGUAGES),
  categories: fc.constant(categories),
  terms: fc.constant([]),
});

let engine: DetectionEngine;
beforeAll(() => {
  process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
  engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '../../resources') });
});

it(`finds in ${TEXTS.toLocaleString('en')} hostile texts obey the rules, and masking gives every text back`, async () => {
  const mac = createMac(Buffer.alloc(32, 7));
  await fc.assert(
    fc.asyncProperty(hostileText, options, async (text, detectionOptions) => {
      const { spans } = await checkedDetection(engine, text, detectionOptions);
      const book = createMemoryBook();
      const masked = await maskText(text, spans, { book, mac });
      for (const mapping of masked.mappings) book.add(mapping);
      const found = findPlaceholders(masked.text);
      expect(restorePlaceholders(masked.text, await book.originals(mentionedHashes(found)), found).text).toBe(text);
    }),
    { numRuns: TEXTS, seed },
  );
});

it(`takes no more than linear time for ${String(LONG_TEXTS)} texts of repeated pieces`, async () => {
  await fc.assert(
    fc.asyncProperty(repeated(LONG_LENGTH), options, async (text, detectionOptions) => {
      // Processor time: on a busy machine the clock tells about the others.
      const before = process.cpuUsage();
      await engine.detect(text, detectionOptions);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(LONG_LENGTH * MOST_MS_PER_CHARACTER);
    }),
    { numRuns: LONG_TEXTS, seed, endOnFailure: true },
  );
});
