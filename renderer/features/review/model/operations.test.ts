import { describe, expect, it } from 'vitest';
import { predict, wholeWordOccurrences } from './operations.ts';
import { findOf } from './testFinds.ts';

const text = 'Anna Müller und Anna. Müller-Haus, Müllers, Anna Müller.';
const newIds = () => {
  let n = 0;
  return () => `new:${n++}`;
};

describe('wholeWordOccurrences', () => {
  it('does not look inside words', () => {
    expect(wholeWordOccurrences(text, 'Müller')).toEqual([5, 22, 49]);
    expect(wholeWordOccurrences('a.b.a', '.')).toEqual([1, 3]);
    expect(wholeWordOccurrences(text, '')).toEqual([]);
  });
});

describe('predict', () => {
  const whole = findOf(text, 'Anna Müller');
  const part = findOf(text, 'Müller', { accepted: false, id: 'part' });
  const later = findOf(text, 'Anna Müller', { from: 10 });

  it('accepting rejects what overlaps', () => {
    const result = predict(text, [whole, part, later], [{ op: 'accept', id: 'part' }], newIds());
    expect(result.map((find) => find.accepted)).toEqual([false, true, true]);
    expect(result[2]).toBe(later);
  });

  it('acts on all mentions with the same text', () => {
    const result = predict(
      text,
      [whole, part, later],
      [{ op: 'reject', id: whole.id, all_occurrences: true }],
      newIds(),
    );
    expect(result.map((find) => find.accepted)).toEqual([false, false, false]);
    const renamed = predict(
      text,
      [whole, later],
      [{ op: 'categorize', id: whole.id, category: 'custom', all_occurrences: true }],
      newIds(),
    );
    expect(renamed.map((find) => [find.category, find.placeholder])).toEqual([
      ['custom', null],
      ['custom', null],
    ]);
  });

  it('adds a span and its other whole words that are free', () => {
    const result = predict(
      text,
      [whole],
      [{ op: 'add', start: 22, end: 28, category: 'organization', all_occurrences: true }],
      newIds(),
    );
    expect(result.map((find) => [find.start, find.category, find.accepted])).toEqual([
      [0, 'person', true],
      [22, 'organization', true],
      [49, 'organization', true],
    ]);
  });

  it('adding a known span accepts it instead of doubling it', () => {
    const result = predict(
      text,
      [part],
      [{ op: 'add', start: part.start, end: part.end, category: 'custom' }],
      newIds(),
    );
    expect(result).toHaveLength(1);
    expect(result[0]).toMatchObject({ id: 'part', accepted: true, category: 'custom' });
  });

  it('reuses the placeholder of the same value', () => {
    const rejected = { ...later, accepted: false, placeholder: null };
    const result = predict(text, [whole, rejected], [{ op: 'accept', id: rejected.id }], newIds());
    expect(result[1]!.placeholder).toBe(whole.placeholder);
  });
});
