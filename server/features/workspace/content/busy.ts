/** Files whose content is being written right now, so that they are not removed for good meanwhile. */
export interface Busy {
  while<T>(nodeId: string, work: () => Promise<T>): Promise<T>;
  has(nodeId: string): boolean;
}

export function createBusy(): Busy {
  const counts = new Map<string, number>();
  return {
    async while(nodeId, work) {
      counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = counts.get(nodeId)! - 1;
        if (left === 0) counts.delete(nodeId);
        else counts.set(nodeId, left);
      }
    },
    has: (nodeId) => counts.has(nodeId),
  };
}
