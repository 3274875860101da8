import { RateLimiterMemory, RateLimiterRes, type IRateLimiterMemoryExport } from 'rate-limiter-flexible';
import type { RateLimit, RateLimits } from '../config/settings.ts';
import { RATE_GROUPS, type RateGroup } from '../contract/endpoint.ts';
import type { Logger } from '../core/log/logger.ts';

const SECONDS = Object.freeze({ minute: 60, day: 86_400 });
type Period = keyof typeof SECONDS;
const SAVE_EVERY_MS = 60_000;

/** Where the counters of a day outlive the process. */
export interface DayCounterStore {
  load(): Promise<string | null>;
  save(counters: string): Promise<void>;
}

/** The window that is closest to its end, as the X-RateLimit headers show it. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window starts anew. */
  readonly resetAt: number;
  /** Seconds until then, at least 1, when this request is over the limit; else null. */
  readonly retryAfterSeconds: number | null;
}

export interface RateLimiter {
  /** Counts one request of `caller`; null where the group has no limit. */
  consume(group: RateGroup, caller: string): Promise<RateState | null>;
  /** The largest number of requests per minute (per day where only that is limited); null without a limit. */
  limitOf(group: RateGroup): number | null;
  /** Forgets the counters of callers who are gone. */
  forget(callers: readonly string[]): Promise<void>;
  /** Reads the counters of the day and begins to save them once a minute. */
  start(): Promise<void>;
  /** Saves them a last time. */
  stop(): Promise<void>;
}

/**
 * Fixed windows per caller and group, in memory. Counters of a day are saved every minute and at the end, so a restart
 * gives nobody a new day; a crash forgets at most the last minute.
 *
 * @param limits - null switches everything off
 */
export function createRateLimiter(limits: RateLimits | null, store: DayCounterStore, logger: Logger): RateLimiter {
  const windows = new Map<RateGroup, readonly Window[]>();
  for (const group of RATE_GROUPS) windows.set(group, limits === null ? [] : windowsOf(limits[group]));
  let timer: NodeJS.Timeout | undefined;
  let changed = false;

  const daily = (): [RateGroup, RateLimiterMemory][] =>
    RATE_GROUPS.flatMap((group) =>
      windows
        .get(group)!
        .filter((window) => window.period === 'day')
        .map((window) => [group, window.limiter] as [RateGroup, RateLimiterMemory]),
    );

  async function save(): Promise<void> {
    if (!changed) return;
    changed = false;
    await store.save(JSON.stringify(Object.fromEntries(daily().map(([group, limiter]) => [group, limiter.dump()]))));
  }

  return Object.freeze({
    async consume(group: RateGroup, caller: string) {
      let tightest: RateState | null = null;
      for (const window of windows.get(group)!) {
        const state = await count(window, caller);
        changed ||= window.period === 'day';
        if (state.retryAfterSeconds !== null) return state;
        if (tightest === null || state.remaining < tightest.remaining) tightest = state;
      }
      return tightest;
    },

    limitOf: (group: RateGroup) => windows.get(group)![0]?.limiter.points ?? null,

    async forget(callers: readonly string[]) {
      for (const { limiter } of [...windows.values()].flat()) {
        for (const caller of callers) changed = (await limiter.delete(caller)) || changed;
      }
      await save();
    },

    async start() {
      const saved = parseCounters(await store.load());
      for (const [group, limiter] of daily()) {
        const counters = saved[group];
        if (counters !== undefined) limiter.restore(counters);
      }
      timer = setInterval(() => {
        save().catch((error: unknown) => logger.failure('rateLimits.saveFailed', error));
      }, SAVE_EVERY_MS);
      timer.unref();
    },

    async stop() {
      clearInterval(timer);
      await save();
    },
  });
}

interface Window {
  readonly period: Period;
  readonly limiter: RateLimiterMemory;
}

function windowsOf(limit: RateLimit): Window[] {
  return (['minute', 'day'] as const).flatMap((period) => {
    const points = limit[period];
    return points === null ? [] : [{ period, limiter: new RateLimiterMemory({ points, duration: SECONDS[period] }) }];
  });
}

async function count({ limiter }: Window, caller: string): Promise<RateState> {
  const result = await limiter.consume(caller).catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected;
    throw rejected;
  });
  return {
    limit: limiter.points,
    remaining: result.remainingPoints,
    resetAt: Math.ceil((Date.now() + result.msBeforeNext) / 1000),
    retryAfterSeconds:
      result.consumedPoints > limiter.points ? Math.max(1, Math.ceil(result.msBeforeNext / 1000)) : null,
  };
}

/** The library checks every counter itself; a text that is no JSON object counts as no counters. */
function parseCounters(text: string | null): Partial<Record<RateGroup, IRateLimiterMemoryExport>> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
