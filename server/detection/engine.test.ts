import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import type { Candidate, Recognizer } from './recognizer.ts';
import type { DetectionResult } from './types.ts';

function always(id: string, candidate: Omit<Candidate, 'sources'>): Recognizer {
  return { id, categories: [candidate.category], recognize: () => [{ ...candidate, sources: [id] }] };
}

describe('levels', () => {
  const engine = createEngine({
    recognizers: [
      always('test:doubtful', { start: 0, end: 8, category: 'organization', confidence: 0.4, priority: 60 }),
      always('test:likely', { start: 0, end: 4, category: 'person', confidence: 0.9, priority: 20 }),
    ],
    version: { recognizers: 'test', model: null },
  });
  const detect = (level: 'balanced' | 'strict'): DetectionResult =>
    engine.detect('Anna Bau', {
      language: 'de',
      level,
      categories: { person: true, organization: true },
      terms: [],
    });

  it('lets no find below the level stand in the way of one above it', () => {
    expect(detect('balanced').spans).toMatchObject([{ start: 0, end: 4, category: 'person' }]);
  });

  it('resolves all finds where the level masks them', () => {
    expect(detect('strict').spans).toMatchObject([{ start: 0, end: 8, category: 'organization' }]);
  });
});
