/** Decides whose job comes next, so that an account with a thousand jobs does not keep the others waiting. */
export interface FairOrder {
  /**
   * The account to serve next: the one with the fewest running jobs, among those the one served longest ago.
   * @param waiting - accounts with waiting jobs, those with the oldest first
   */
  next(waiting: readonly string[], runningOf: (accountId: string) => number): string | undefined;
}

/** Makes an order in which nobody has been served yet. */
export function createFairOrder(): FairOrder {
  const servedAt = new Map<string, number>();
  let turn = 0;
  return {
    next(waiting, runningOf) {
      let best: { accountId: string; running: number; served: number } | undefined;
      for (const accountId of waiting) {
        const candidate = { accountId, running: runningOf(accountId), served: servedAt.get(accountId) ?? 0 };
        const better =
          best === undefined ||
          candidate.running < best.running ||
          (candidate.running === best.running && candidate.served < best.served);
        if (better) best = candidate;
      }
      if (best !== undefined) {
        turn += 1;
        servedAt.set(best.accountId, turn);
      }
      return best?.accountId;
    },
  };
}
