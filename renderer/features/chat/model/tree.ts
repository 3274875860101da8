import type { ChatMessage } from '../../../../server/contract/chatMessages.ts';

/** The messages of a conversation by id, in the order in which they were made. */
export type Messages = ReadonlyMap<string, ChatMessage>;

/** Messages from the first one to `leafId`; empty when it is not known. */
export function branchTo(messages: Messages, leafId: string | null): ChatMessage[] {
  const branch: ChatMessage[] = [];
  for (let next = leafId === null ? undefined : messages.get(leafId); next; next = parentOf(messages, next)) {
    branch.unshift(next);
  }
  return branch;
}

const parentOf = (messages: Messages, { parentId }: ChatMessage): ChatMessage | undefined =>
  parentId === null ? undefined : messages.get(parentId);

/** Messages that stand in the same place of different branches, oldest first, by the message before them. */
export function siblingsOf(messages: Messages): ReadonlyMap<string | null, readonly ChatMessage[]> {
  return Map.groupBy(messages.values(), ({ parentId }) => parentId);
}

/** The end of the branch that goes on from a message: at every fork the newest way. */
export function newestLeaf(messages: Messages, id: string): string {
  let leaf = id;
  for (;;) {
    const next = [...messages.values()].filter(({ parentId }) => parentId === leaf).at(-1);
    if (!next) return leaf;
    leaf = next.id;
  }
}
