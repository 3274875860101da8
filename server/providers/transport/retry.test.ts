import { describe, expect, it } from 'vitest';
import { ProviderError } from '../types.ts';
import { isTemporary, retryAfterSeconds, withRetries, type Attempt } from './retry.ts';
import { DEFAULT_RETRIES } from './settings.ts';

const NOW = Date.UTC(2025, 0, 1);
const { signal } = new AbortController();

/** Runs as many failing attempts as the policy allows; gives the pauses between them. */
async function pausesOf(error: ProviderError, random: number, policy = DEFAULT_RETRIES): Promise<number[]> {
  const pauses: number[] = [];
  const attempt = (): Promise<Attempt<never>> => Promise.resolve({ error, temporary: true });
  const sleep = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  await expect(withRetries(attempt, policy, { sleep, random: () => random }, signal)).rejects.toBe(error);
  return pauses;
}

describe('pauses between attempts', () => {
  it('double up to a bound, with chance', async () => {
    const error = new ProviderError('unreachable');
    const policy = { ...DEFAULT_RETRIES, attempts: 7 };
    await expect(pausesOf(error, 1, policy)).resolves.toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    await expect(pausesOf(error, 0.5, policy)).resolves.toEqual([250, 500, 1000, 2000, 4000, 4000]);
    await expect(pausesOf(error, 0, policy)).resolves.toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are what the provider asks for', async () => {
    const asking = (retryAfterSeconds: number) => new ProviderError('refused', { status: 429, retryAfterSeconds });
    await expect(pausesOf(asking(3), 1)).resolves.toEqual([3000, 3000]);
    await expect(pausesOf(asking(0), 1)).resolves.toEqual([0, 0]);
    await expect(pausesOf(asking(16), 1)).resolves.toEqual([]);
  });
});

describe('Retry-After', () => {
  it.each([
    [{ 'retry-after': '2' }, 2],
    [{ 'retry-after': '0.5' }, 0.5],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:30 GMT' }, 30],
    [{ 'retry-after': 'Tue, 31 Dec 2024 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1.5],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-1' }, null],
    [{}, null],
  ])('%j asks for %s seconds', (headers, seconds) => {
    expect(retryAfterSeconds(headers as unknown as Record<string, string>, NOW)).toBe(seconds);
  });
});

it.each([
  [true, [408, 425, 429, 500, 502, 503, 504, 520, 529]],
  [false, [301, 400, 401, 403, 404, 409, 413, 422, 501, 505]],
])('temporary is %s for %j', (temporary, statuses) => {
  expect(statuses.filter((status) => isTemporary(status) !== temporary)).toEqual([]);
});
