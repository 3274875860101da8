import type { UsageEntry } from '../../../../server/contract/gatewayUsage.ts';

/** Sums over requests. Costs stand by currency: amounts of different ones cannot be added. */
export interface Figures {
  readonly requests: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly maskedValues: number;
  readonly estimatedRequests: number;
  /** Mean time to the end of an answer, in milliseconds. */
  readonly latencyMs: number;
  readonly cost: ReadonlyMap<string, number>;
  /** Requests to models without a price. */
  readonly unpriced: number;
}

/** Adds entries up. */
export function sumOf(entries: readonly UsageEntry[]): Figures {
  const cost = new Map<string, number>();
  const sum = (value: (entry: UsageEntry) => number): number =>
    entries.reduce((total, entry) => total + value(entry), 0);
  for (const entry of entries) {
    if (entry.cost) cost.set(entry.cost.currency, (cost.get(entry.cost.currency) ?? 0) + entry.cost.amount);
  }
  const requests = sum((entry) => entry.requests);
  return {
    requests,
    failed: sum((entry) => entry.failed),
    inputTokens: sum((entry) => entry.inputTokens),
    outputTokens: sum((entry) => entry.outputTokens),
    maskedValues: sum((entry) => entry.maskedValues),
    estimatedRequests: sum((entry) => entry.estimatedRequests),
    latencyMs: requests === 0 ? 0 : sum((entry) => entry.latencyMs * entry.requests) / requests,
    cost,
    unpriced: sum((entry) => (entry.cost ? 0 : entry.requests)),
  };
}

/** Sums by what `keyOf` tells, most requests first. */
export function groupsOf<E extends UsageEntry>(
  entries: readonly E[],
  keyOf: (entry: E) => string,
): { readonly id: string; readonly figures: Figures }[] {
  const groups = Map.groupBy(entries, keyOf);
  return [...groups]
    .map(([id, group]) => ({ id, figures: sumOf(group) }))
    .sort((a, b) => b.figures.requests - a.figures.requests);
}

/** Requests of every day from `first` to `last` (ISO dates, UTC), also of those without any. */
export function daysOf(
  entries: readonly UsageEntry[],
  first: string,
  last: string,
): { readonly day: string; readonly requests: number }[] {
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const days: { day: string; requests: number }[] = [];
  for (const date = new Date(first); date <= new Date(last); date.setUTCDate(date.getUTCDate() + 1)) {
    const day = date.toISOString().slice(0, 10);
    days.push({ day, requests: sumOf(byDay.get(day) ?? []).requests });
  }
  return days;
}
