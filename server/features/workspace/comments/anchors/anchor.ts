import { z } from 'zod';
import type { CommentAnchor } from '../../../../contract/workspace/comments.ts';
import type { Vault } from '../../../../core/vault/types.ts';
import type { NodeRow } from '../../storage/nodes.ts';
import type { ThreadRow } from '../../storage/comments.ts';

/** What an encrypted anchor is bound to. */
export const anchorBoundTo = (threadId: string): string => `comment_threads/${threadId}/anchor`;

const stored = z.object({
  revision: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  exactQuote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
});

/** Anchors as they are stored: encrypted under the key of the file's space, because they quote it. */
export interface AnchorSeal {
  seal(node: Pick<NodeRow, 'spaceId'>, threadId: string, anchor: CommentAnchor): Promise<Uint8Array>;
  /** Opens anchors of threads on files of one space. */
  opener(node: Pick<NodeRow, 'spaceId'>): Promise<(thread: Pick<ThreadRow, 'id' | 'anchor'>) => CommentAnchor>;
}

export function createAnchorSeal(vault: Pick<Vault, 'encryptText' | 'textOpenerFor'>): AnchorSeal {
  return {
    seal: ({ spaceId }, threadId, anchor) =>
      vault.encryptText(spaceId, anchorBoundTo(threadId), JSON.stringify(stored.parse(anchor))),
    async opener({ spaceId }) {
      const open = await vault.textOpenerFor(spaceId);
      return ({ id, anchor }) => stored.parse(JSON.parse(open(anchorBoundTo(id), anchor)));
    },
  };
}
