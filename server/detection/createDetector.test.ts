import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILT_IN_CATEGORIES } from '../contract/categories.ts';
import { createDetector } from './createDetector.ts';
import type { DetectionOptions, DetectionTerm } from './types.ts';

const resourcesDir = join(import.meta.dirname, '../../resources');
const SETUP = {
  threads: 1,
  resourcesDir,
  modelsDir: join(import.meta.dirname, 'no-models'),
  plugged: () => Promise.resolve([]),
};
const detector = createDetector(SETUP);
afterAll(() => detector.close());

const OPTIONS: DetectionOptions = {
  level: 'balanced',
  categories: Object.fromEntries(BUILT_IN_CATEGORIES.map((category) => [category, true])),
  terms: [],
};
const pattern = (value: string): DetectionTerm => ({
  id: 'p',
  kind: 'pattern',
  value,
  category: 'custom',
  caseSensitive: true,
  wholeWord: false,
  enabled: true,
});

describe('detector', () => {
  it('detects in a worker thread', async () => {
    const text = 'Bitte schreiben Sie an mira.holm@beispielpost.de.';
    const { language, spans } = await detector.detect(text, OPTIONS);
    expect(language).toBe('de');
    expect(spans.map(({ start, end, category }) => [category, text.slice(start, end)])).toEqual([
      ['email', 'mira.holm@beispielpost.de'],
    ]);
  });

  it('matches terms and names them', async () => {
    const spans = await detector.matchTerms('xx AB-12', [pattern('[A-Z]{2}-\\d+')]);
    expect(spans).toEqual([
      { start: 3, end: 8, category: 'custom', confidence: 1, sources: ['term:pattern'], termId: 'p' },
    ]);
  });

  it('checks expressions at once', () => {
    expect(() => detector.checkPattern('(')).toThrow(expect.objectContaining({ code: 'INVALID_PATTERN' }));
    expect(() => detector.checkPattern('[A-Z]{3}-\\d{4}')).not.toThrow();
  });

  it('reports an expression that is invalid for the engine', async () => {
    await expect(detector.matchTerms('a', [pattern('(')])).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });

  it('can be cancelled', async () => {
    const text = 'Frau Anna Roth, Tel. 0341 8671409. '.repeat(20_000);
    const abort = new AbortController();
    const running = detector.detect(text, OPTIONS, abort.signal);
    setTimeout(() => abort.abort(), 20);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends an expression that takes too long and says so', async () => {
    const hasty = createDetector({ ...SETUP, deadlineMs: 50 });
    // Every search reads to the end of the text, which makes the search for all matches quadratic.
    const hostile = pattern('(?s)a(?:.*b)?');
    await expect(hasty.matchTerms('a'.repeat(150_000), [hostile])).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
    await expect(hasty.matchTerms('a', [pattern('a')])).resolves.toHaveLength(1);
    await hasty.close();
  });
});
