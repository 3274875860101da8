import { describe, expect, it } from 'vitest';
import { AppError } from '../core/errors.ts';
import { createEngine, createRuleEngine } from './engine.ts';
import type { Candidate, Recognizer, SpanProposer } from './recognizer.ts';
import type { DetectionOptions, DetectionResult } from './types.ts';

function always(id: string, candidate: Omit<Candidate, 'sources'>): Recognizer {
  return { id, categories: [candidate.category], recognize: () => [{ ...candidate, sources: [id] }] };
}

describe('levels', () => {
  const engine = createRuleEngine({
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

describe('stages', () => {
  const VERSION = { recognizers: 'test', model: null };
  const OPTIONS: DetectionOptions = { language: 'de', level: 'balanced', categories: { person: true }, terms: [] };
  const proposer = (rest: Partial<SpanProposer>): SpanProposer => ({
    id: 'model:test',
    categories: ['person'],
    need: 'required',
    propose: () =>
      Promise.resolve([
        { start: 0, end: 4, category: 'person', confidence: 0.8, priority: 40, sources: ['model:test'] },
      ]),
    ...rest,
  });
  const detect = (stage: SpanProposer, options = OPTIONS, signal?: AbortSignal): Promise<DetectionResult> =>
    createEngine({ recognizers: [], proposers: [stage], version: VERSION }).detect('Anna Bau', options, signal);
  const unavailable = (): Promise<never> => Promise.reject(new AppError('DETECTOR_UNAVAILABLE', 'gone'));

  it('resolves proposals together with the finds of recognizers', async () => {
    const engine = createEngine({
      recognizers: [always('test:long', { start: 0, end: 8, category: 'person', confidence: 0.6, priority: 40 })],
      proposers: [proposer({})],
      version: VERSION,
    });
    const { spans, stages } = await engine.detect('Anna Bau', OPTIONS);
    expect(spans).toMatchObject([{ start: 0, end: 8, confidence: 0.8, sources: ['test:long', 'model:test'] }]);
    expect(stages).toEqual([{ id: 'model:test', state: 'ran', version: null }]);
  });

  it('applies the level, the categories and allow terms to proposals', async () => {
    const allow = { kind: 'allow', value: 'Anna', category: 'custom', caseSensitive: true, wholeWord: true } as const;
    expect((await detect(proposer({}), { ...OPTIONS, terms: [{ ...allow, id: 'a', enabled: true }] })).spans).toEqual(
      [],
    );
    const weak = { start: 0, end: 4, category: 'person', confidence: 0.4, priority: 40, sources: ['m'] };
    const doubtful = proposer({ propose: () => Promise.resolve([weak, { ...weak, category: 'url', confidence: 1 }]) });
    expect((await detect(doubtful)).spans).toEqual([]);
    expect((await detect(doubtful, { ...OPTIONS, level: 'strict' })).spans).toHaveLength(1);
  });

  it('skips a stage that has nothing to say', async () => {
    const never = { propose: () => Promise.reject(new Error('must not run')) };
    expect((await detect(proposer({ ...never, categories: ['url'] }))).stages).toMatchObject([{ state: 'skipped' }]);
    expect((await detect(proposer({ ...never, languages: ['fr'] }))).stages).toMatchObject([{ state: 'skipped' }]);
  });

  it('fails with a required stage, goes on without an optional one, and hides no mistake of a program', async () => {
    await expect(detect(proposer({ propose: unavailable }))).rejects.toMatchObject({ code: 'DETECTOR_UNAVAILABLE' });
    expect(await detect(proposer({ propose: unavailable, need: 'optional' }))).toMatchObject({
      spans: [],
      stages: [{ id: 'model:test', state: 'failed' }],
    });
    const broken = proposer({ propose: () => Promise.reject(new TypeError('bug')), need: 'optional' });
    await expect(detect(broken)).rejects.toThrow(TypeError);
  });

  it('ends when it is aborted', async () => {
    await expect(detect(proposer({}), OPTIONS, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
