import { expect, it } from 'vitest';
import type { StoredEntity } from '../types.ts';
import { applyOperations } from './operations.ts';

const MENTIONS = 20_000;
const OPERATIONS = 500;

it('lets everybody else have a turn while many operations change a long document', async () => {
  const text = 'Wort '.repeat(MENTIONS);
  const entities = Array.from({ length: MENTIONS }, (_, index): StoredEntity => ({
    id: `e${index + 1}`,
    start: index * 5,
    end: index * 5 + 4,
    category: 'custom',
    confidence: 1,
    sources: ['term:mask'],
    accepted: true,
    placeholder: null,
  }));
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    if (isDone) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const operations = Array.from({ length: OPERATIONS }, (_, index) => ({
    ...{ op: 'reject' as const, id: `e${index + 1}`, all_occurrences: false },
  }));
  const state = await applyOperations(text, { nextNumber: MENTIONS + 1, entities }, operations);
  isDone = true;
  expect(turns).toBeGreaterThan(0);
  expect(state.entities.findIndex(({ accepted }) => accepted)).toBe(OPERATIONS);
  expect(entities.every(({ accepted }) => accepted)).toBe(true);
});
