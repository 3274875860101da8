import { describe, expect, it } from 'vitest';
import type { Candidate } from '../recognizer.ts';
import { tokenize } from '../tokens.ts';
import { judge } from './judge.ts';

/** Judges a find by the probability given for every token of the text. */
function judged(
  text: string,
  find: Pick<Candidate, 'category'> & Partial<Candidate>,
  any: number[],
): string | undefined {
  const tokens = tokenize(text);
  const tags = {
    any: Float32Array.from(any),
    category: new Uint8Array(tokens.length),
    best: new Float32Array(tokens.length),
    begin: new Float32Array(tokens.length),
  };
  const whole = { start: 0, end: text.length, confidence: 0.8, priority: 42, sources: ['test'] };
  const kept = judge({ ...whole, ...find }, tokens, 0, tags);
  return kept === undefined ? undefined : text.slice(kept.start, kept.end);
}

describe('judge', () => {
  it('cuts words off that belong to nothing', () => {
    expect(judged('Gentile Silvia', { category: 'person' }, [0.01, 0.99])).toBe('Silvia');
    expect(judged('Giulio offre', { category: 'person' }, [0.99, 0.01])).toBe('Giulio');
    expect(judged('impresa di Zedda', { category: 'organization' }, [0, 0, 0.9])).toBe('Zedda');
  });

  it('keeps what stands between words of a name, and the full stop of an initial', () => {
    expect(judged('Ana de la Fuente', { category: 'person' }, [0.9, 0.01, 0.01, 0.9])).toBe('Ana de la Fuente');
    expect(judged('Selvanathan T.', { category: 'person' }, [0.9, 0.9, 0])).toBe('Selvanathan T.');
  });

  it('drops a find by how sure it is', () => {
    expect(judged('Rosen', { category: 'person', confidence: 0.5, priority: 10 }, [0.25])).toBeUndefined();
    expect(judged('Rosen', { category: 'person' }, [0.25])).toBe('Rosen');
    expect(judged('Rosen', { category: 'person', priority: 50 }, [0.12])).toBe('Rosen');
  });

  it('leaves numbers alone', () => {
    expect(judged('4711', { category: 'reference' }, [0])).toBe('4711');
  });
});
