import { describe, expect, it } from 'vitest';
import { forgetMarks, loadMarks, saveMarks, type MarkStorage } from './reviewedMarks.ts';

function memoryStorage(limit = Number.POSITIVE_INFINITY): MarkStorage & { readonly data: Map<string, string> } {
  const data = new Map<string, string>();
  return {
    data,
    getItem: (key) => data.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      data.set(key, value);
    },
    removeItem: (key) => data.delete(key),
    key: (index) => [...data.keys()][index] ?? null,
    get length() {
      return data.size;
    },
  };
}

describe('marks of reviewed finds', () => {
  it('come back for their job only', () => {
    const storage = memoryStorage();
    saveMarks(storage, 'a', new Set(['1', '2']), 5);
    expect([...loadMarks(storage, 'a')]).toEqual(['1', '2']);
    expect(loadMarks(storage, 'b').size).toBe(0);
    forgetMarks(storage, 'a');
    expect(loadMarks(storage, 'a').size).toBe(0);
  });
  it('of the oldest jobs give way, other entries stay', () => {
    const storage = memoryStorage();
    storage.setItem('other', 'x');
    for (let job = 0; job < 30; job++) saveMarks(storage, `job-${job}`, new Set(['1']), job);
    expect(loadMarks(storage, 'job-0').size).toBe(0);
    expect(loadMarks(storage, 'job-29').size).toBe(1);
    expect(storage.data.size).toBe(21);
  });
  it('survive damaged entries and a full storage', () => {
    const storage = memoryStorage(40);
    storage.data.set('deckname.reviewed.a', '{"ids":');
    expect(loadMarks(storage, 'a').size).toBe(0);
    saveMarks(storage, 'a', new Set(['x'.repeat(50)]), 1);
    expect(loadMarks(storage, 'a').size).toBe(0);
  });
});
