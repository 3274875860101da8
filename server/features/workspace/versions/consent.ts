import type { Db } from '../../../core/db/types.ts';
import type { Viewers } from '../feed/viewers.ts';
import type { NodeRow } from '../storage/nodes.ts';
import { versionsAfter } from '../storage/versions.ts';
import type { Directory } from '../types.ts';

/** Whose consent a restore needs (decisions 5). */
export interface Consent {
  /**
   * The author of the newest revision after `revision` that is neither the caller's nor that of somebody without access; null when there is none,
   * so that nobody has to be asked.
   */
  askedFor(db: Db, accountId: string, node: NodeRow, revision: number): Promise<string | null>;
  /** Whether somebody has access to a file, and so could give consent. */
  canBeAsked(db: Db, userId: string, node: NodeRow): Promise<boolean>;
}

export function createConsent({
  viewers,
  directory,
}: {
  viewers: Pick<Viewers, 'ofNodes'>;
  directory: Pick<Directory, 'isEnabled'>;
}): Consent {
  const viewersOf = async (db: Db, node: NodeRow): Promise<ReadonlyMap<string, boolean>> => {
    const [seen] = await viewers.ofNodes(db, [node]);
    return seen?.viewers ?? new Map();
  };

  return {
    async askedFor(db, accountId, node, revision) {
      const seenBy = await viewersOf(db, node);
      for (const { authorId } of await versionsAfter(db, node.id, revision)) {
        if (authorId === accountId || !seenBy.has(authorId)) continue;
        if (await directory.isEnabled(db, authorId)) return authorId;
      }
      return null;
    },

    canBeAsked: async (db, userId, node) =>
      (await viewersOf(db, node)).has(userId) && (await directory.isEnabled(db, userId)),
  };
}
