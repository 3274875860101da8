import { expect, it } from 'vitest';
import type { UsageEntry } from '../../../../server/contract/gatewayUsage.ts';
import { daysOf, groupsOf, sumOf } from './figures.ts';

const entry = (fields: Partial<UsageEntry>): UsageEntry => ({
  day: '2026-11-21',
  keyId: null,
  model: 'openai/gpt',
  variant: 'anonymous',
  requests: 1,
  failed: 0,
  inputTokens: 100,
  outputTokens: 10,
  cachedTokens: 0,
  estimatedRequests: 0,
  maskedValues: 2,
  latencyMs: 1_000,
  cost: { amount: 0.5, currency: 'EUR' },
  ...fields,
});
const ENTRIES = [
  entry({}),
  entry({ requests: 3, latencyMs: 3_000, model: 'local/llama', cost: null }),
  entry({ day: '2026-11-19', cost: { amount: 1, currency: 'USD' } }),
];

it('adds up, currencies apart, times weighted by requests', () => {
  const { cost, ...rest } = sumOf(ENTRIES);
  expect([...cost]).toEqual([
    ['EUR', 0.5],
    ['USD', 1],
  ]);
  expect(rest).toEqual({
    requests: 5,
    failed: 0,
    inputTokens: 300,
    outputTokens: 30,
    maskedValues: 6,
    estimatedRequests: 0,
    latencyMs: 2_200,
    unpriced: 3,
  });
  expect(sumOf([]).latencyMs).toBe(0);
});

it('groups, most requests first', () => {
  expect(groupsOf(ENTRIES, ({ model }) => model).map(({ id, figures }) => [id, figures.requests])).toEqual([
    ['local/llama', 3],
    ['openai/gpt', 2],
  ]);
});

it('has every day of the period', () => {
  expect(daysOf(ENTRIES, '2026-11-18', '2026-11-21')).toEqual([
    { day: '2026-11-18', requests: 0 },
    { day: '2026-11-19', requests: 1 },
    { day: '2026-11-20', requests: 0 },
    { day: '2026-11-21', requests: 4 },
  ]);
});
