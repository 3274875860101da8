import type { Db } from '../../../core/db/types.ts';
import type { Viewers } from '../feed/viewers.ts';
import { participantsOf } from '../storage/comments.ts';
import { addToInbox } from '../storage/inbox.ts';
import type { NodeRow } from '../storage/nodes.ts';

/** Tells those whom a comment concerns: who has written in the thread, and the owner of the file. */
export type TellOfComment = (
  db: Db,
  comment: { readonly node: NodeRow; readonly threadId: string; readonly authorId: string; readonly at: string },
) => Promise<void>;

export function createCommentNotifier({ viewers }: { viewers: Pick<Viewers, 'ofNodes'> }): TellOfComment {
  return async (db, { node, threadId, authorId, at }) => {
    const [seen] = await viewers.ofNodes(db, [node]);
    // A personal space has its owner's id; in a project it is who made the file.
    const concerned = new Set([...(await participantsOf(db, threadId)), node.spaceId, node.createdBy]);
    for (const userId of concerned) {
      if (userId === authorId || !seen?.viewers.has(userId)) continue;
      await addToInbox(db, { userId, kind: 'comment', nodeId: node.id, actorId: authorId, threadId, at });
    }
  };
}
