import type { OpenMessage } from './messageBodies.ts';
import type { Decisions } from './types.ts';

/** The messages from the first one of a conversation to `leafId`, in their order; empty when there is no such message. */
export function branchTo(messages: readonly OpenMessage[], leafId: string | null): OpenMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: OpenMessage[] = [];
  for (let id = leafId; id !== null;) {
    const message = byId.get(id);
    if (message === undefined) break;
    branch.push(message);
    id = message.parentId;
  }
  return branch.reverse();
}

/**
 * What the person has decided on values, oldest first: a later decision on a value replaces an earlier one, so what was hidden once stays
 * hidden in the messages that follow.
 */
export function mergeDecisions(decisions: readonly Decisions[]): Decisions {
  const shown = new Set<string>();
  const hidden = new Map<string, string>();
  for (const each of decisions) {
    for (const text of each.shown) {
      hidden.delete(text);
      shown.add(text);
    }
    for (const { text, category } of each.hidden) {
      shown.delete(text);
      hidden.set(text, category);
    }
  }
  return { shown: [...shown], hidden: [...hidden].map(([text, category]) => ({ text, category })) };
}
