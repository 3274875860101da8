import type { CommentThread } from '../../../contract/workspace/comments.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { countMessages, type MessageRow, messagesOf, type ThreadRow } from '../storage/comments.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { Directory } from '../types.ts';
import type { AnchorSeal } from './anchors/anchor.ts';

/** What the encrypted body of a comment is bound to. */
export const commentBoundTo = (messageId: string): string => `comment_messages/${messageId}/body`;

/** Messages of one thread that an answer carries: the first and the newest. */
const MOST_MESSAGES = 200;

/** Threads in the shape of the interface. */
export interface CommentPresenter {
  /** In the order given. */
  many(db: Db, node: NodeRow, threads: readonly ThreadRow[]): Promise<CommentThread[]>;
  one(db: Db, node: NodeRow, thread: ThreadRow): Promise<CommentThread>;
  sealBody(node: NodeRow, messageId: string, body: string): Promise<Uint8Array>;
}

export function createCommentPresenter({
  vault,
  directory,
  seal,
}: {
  vault: Pick<Vault, 'encryptText' | 'textOpenerFor'>;
  directory: Pick<Directory, 'people'>;
  seal: AnchorSeal;
}): CommentPresenter {
  const presenter: CommentPresenter = {
    async many(db, node, threads) {
      const ids = threads.map(({ id }) => id);
      const messages = await messagesOf(db, ids, MOST_MESSAGES);
      const counts = await countMessages(db, ids);
      const written = [...threads.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy ?? []].flat())];
      const authors = messages.map(({ authorId }) => authorId);
      const people = await directory.people(db, [...new Set([...written, ...authors])]);
      const person = (id: string) => ({ id, displayName: people.get(id)?.name ?? '' });
      const openAnchor = await seal.opener(node);
      const openText = await vault.textOpenerFor(node.spaceId);
      const present = (message: MessageRow) => ({
        id: message.id,
        body: openText(commentBoundTo(message.id), message.body),
        isRoot: message.position === 0,
        author: person(message.authorId),
        createdAt: message.createdAt,
        updatedAt: message.updatedAt,
      });
      const byThread = Map.groupBy(messages, ({ threadId }) => threadId);
      return threads.map((thread): CommentThread => ({
        id: thread.id,
        nodeId: thread.nodeId,
        status: thread.status,
        version: thread.version,
        anchor: openAnchor(thread),
        orphaned: thread.orphaned,
        author: person(thread.authorId),
        resolvedBy: thread.resolvedBy === null ? null : person(thread.resolvedBy),
        resolvedAt: thread.resolvedAt,
        createdAt: thread.createdAt,
        updatedAt: thread.updatedAt,
        messages: (byThread.get(thread.id) ?? []).map(present),
        messagesTruncated: (counts.get(thread.id) ?? 0) > MOST_MESSAGES,
      }));
    },

    async one(db, node, thread) {
      const [presented] = await presenter.many(db, node, [thread]);
      return presented!;
    },

    sealBody: ({ spaceId }, messageId, body) => vault.encryptText(spaceId, commentBoundTo(messageId), body),
  };
  return presenter;
}
