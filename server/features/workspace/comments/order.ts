import { z } from 'zod';
import type { NodeRow } from '../storage/nodes.ts';
import type { ThreadRow } from '../storage/comments.ts';
import type { AnchorSeal } from './anchors/anchor.ts';

/** Place of a thread in the text in UTF-16 code units, and what orders those with the same place. */
export const textOrder = z.tuple([z.number(), z.number(), z.string(), z.string()]);
export type TextOrder = z.output<typeof textOrder>;

/** Threads of a file in the order of its text. Anchors are encrypted, so no query can sort by them. */
export async function inOrderOfText(
  seal: AnchorSeal,
  node: NodeRow,
  threads: readonly ThreadRow[],
): Promise<{ readonly thread: ThreadRow; readonly order: TextOrder }[]> {
  const open = await seal.opener(node);
  return threads
    .map((thread) => {
      const { from, to } = open(thread);
      return { thread, order: [from, to, thread.createdAt, thread.id] satisfies TextOrder };
    })
    .sort((a, b) => compare(a.order, b.order));
}

/** Below zero: `a` comes before `b`. */
export function compare(a: TextOrder, b: TextOrder): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
