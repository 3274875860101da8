import type { Principal } from '../../http/types.ts';
import type { ChatDependencies } from './types.ts';

/** What a conversation or an attachment shows. */
export interface Shown {
  /** API key that made it; null: a person did. */
  readonly keyId: string | null;
  /** Files of the workspace whose content is in it. */
  readonly nodeIds: readonly string[];
}

/**
 * Of some conversations or attachments of the caller's account those that exist for the caller (rights 1): all for people; for an agent none that holds a file
 * which is locked for it, and without clear text those alone that its own key made.
 */
export type ExistingFor = <S extends Shown>(caller: Principal, list: readonly S[]) => Promise<S[]>;

export function createExistingFor({ readableNodes }: Pick<ChatDependencies, 'readableNodes'>): ExistingFor {
  return async (caller, list) => {
    if (caller.agent === null) return [...list];
    const seen = list.filter(({ keyId }) => caller.clearText || (keyId !== null && keyId === caller.keyId));
    const nodeIds = [...new Set(seen.flatMap((shown) => shown.nodeIds))];
    const readable = nodeIds.length === 0 ? new Set() : await readableNodes(caller, nodeIds);
    return seen.filter((shown) => shown.nodeIds.every((id) => readable.has(id)));
  };
}
