import {
  addChatAttachment,
  addChatAttachmentFromNode,
  deleteChatAttachment,
} from '../../../server/contract/chatAttachments.ts';
import { getConversation, updateConversation } from '../../../server/contract/chat.ts';
import {
  followChatAnswer,
  previewChatMessage,
  regenerateChatAnswer,
  sendChatMessage,
  stopChatAnswer,
} from '../../../server/contract/chatMessages.ts';
import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { call, events } from '../../api/index.ts';
import type { Source } from './draft/attachments.ts';
import type { DraftCheckOptions } from './draft/drafts.ts';
import type { ThreadRoutes } from './model/thread.ts';

/** The routes of a conversation. */
export const threadRoutes: ThreadRoutes = Object.freeze({
  load: (id) => call(getConversation, { params: { id } }),
  send: (id, { attachmentIds, shown, hidden, ...message }, signal) =>
    events(sendChatMessage, {
      params: { id },
      body: { ...message, attachmentIds: [...attachmentIds], shown: [...shown], hidden: [...hidden] },
      signal,
    }),
  regenerate: (id, messageId, how, signal) =>
    events(regenerateChatAnswer, { params: { id, messageId }, body: how, signal }),
  follow: (id, messageId, signal) => events(followChatAnswer, { params: { id, messageId }, signal }),
  async stop(id, messageId) {
    return (await call(stopChatAnswer, { params: { id, messageId } })).message;
  },
  async choose(id, activeMessageId) {
    return (await call(updateConversation, { params: { id }, body: { activeMessageId } })).conversation;
  },
} satisfies ThreadRoutes);

/** Asks the server what would be masked in a draft of a conversation (null: one that does not exist yet). */
export function findInDraft(conversationId: () => string | null): DraftCheckOptions['find'] {
  return async (text, { shown, hidden }, signal) => {
    const id = conversationId();
    const body = { text, shown: [...shown], hidden: [...hidden], ...(id !== null && { conversationId: id }) };
    const { finds } = await call(previewChatMessage, { body, signal });
    return finds.map(({ start, end, category, placeholder }) => ({
      start,
      end,
      category,
      masked: placeholder !== null,
    }));
  };
}

/** A file of this computer to be attached. */
export const fileSource = (file: File): Source => ({
  name: file.name,
  sizeBytes: file.size,
  read: (signal, onUploadProgress) => call(addChatAttachment, { body: {}, file, signal, onUploadProgress }),
});

/** A file of the workspace to be attached. */
export const nodeSource = (node: WorkspaceNode): Source => ({
  name: node.name,
  sizeBytes: node.sizeBytes ?? null,
  read: (signal) => call(addChatAttachmentFromNode, { body: { nodeId: node.id }, signal }),
});

/** Takes an attachment back that no message has. What fails is removed by the server in a day. */
export function discardAttachment(id: string): void {
  call(deleteChatAttachment, { params: { id } }).catch(() => undefined);
}
