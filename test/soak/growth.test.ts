import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { createDefaultEngine } from '../../server/detection/index.ts';
import { MASKING, RESTORING } from '../helpers/gatewayGrowth.ts';
import { READING } from '../helpers/documentGrowth.ts';
import { tooFast } from '../helpers/growth.ts';

/** Code units of the smaller text; the larger one has 4 Mi. */
const LENGTH = 2 * 1024 * 1024;

it.each([...MASKING, ...RESTORING])('up to 4 MiB, the gateway takes time by the length: %s', async (_name, work) => {
  expect(await tooFast(work, LENGTH)).toEqual([]);
});

it.each(READING)('up to 4 MiB, reading takes time by the length: %s', async (_name, work) => {
  expect(await tooFast(work, LENGTH)).toEqual([]);
});

it('up to 4 MiB, detection takes time by the length', async () => {
  const engine = createDefaultEngine({ resourcesDir: join(import.meta.dirname, '../../resources') });
  const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));
  const options = { level: 'balanced', language: 'de', categories, terms: [] } as const;
  expect(await tooFast((text) => engine.detect(text, options), LENGTH)).toEqual([]);
});
