import type { CleanedKind, RewriteResult } from './types.ts';

/** Counts what is cleaned from a document and what is removed because it cannot be looked into. */
export interface Report {
  cleaned(kind: CleanedKind, count?: number): void;
  removed(kind: CleanedKind, count?: number): void;
  /** Pictures stay as they are. */
  unreadImages(count: number): void;
  /** What the rewriting of a document inside this one reported. */
  include(result: Omit<RewriteResult, 'bytes'>): void;
  result(): Omit<RewriteResult, 'bytes'>;
}

export function createReport(): Report {
  const counts = { cleaned: new Map<CleanedKind, number>(), removed: new Map<CleanedKind, number>() };
  let images = 0;
  const add = (map: Map<CleanedKind, number>, kind: CleanedKind, count: number) => {
    if (count > 0) map.set(kind, (map.get(kind) ?? 0) + count);
  };
  const list = (map: ReadonlyMap<CleanedKind, number>) => [...map].map(([kind, count]) => ({ kind, count }));
  return {
    cleaned: (kind, count = 1) => add(counts.cleaned, kind, count),
    removed: (kind, count = 1) => add(counts.removed, kind, count),
    unreadImages: (count) => void (images += count),
    include(result) {
      for (const { kind, count } of result.cleaned) add(counts.cleaned, kind, count);
      for (const { kind, count } of result.removed) add(counts.removed, kind, count);
      for (const { count } of result.unread ?? []) images += count;
    },
    result: () => ({
      cleaned: list(counts.cleaned),
      removed: list(counts.removed),
      ...(images === 0 ? {} : { unread: [{ kind: 'image_text', count: images }] }),
    }),
  };
}
