import { z } from 'zod';
import { chatMessage, chatText, type ChatMessage } from '../../contract/chatMessages.ts';
import type { ChatAttachment } from '../../contract/chatAttachments.ts';
import type { Vault } from '../../core/vault/types.ts';
import { sentenceFor } from './sentences.ts';
import type { MessageRow } from './storage/messages.ts';

/** What the encrypted body of a message is bound to. */
export const messageBoundTo = (id: string): string => `chat_messages/${id}/body`;

/** What a message says, as it is kept encrypted. */
const messageBody = chatText.extend({
  reasoning: chatMessage.shape.reasoning,
  finishReason: chatMessage.shape.finishReason,
  usage: chatMessage.shape.usage,
  masked: chatMessage.shape.masked,
  shown: chatMessage.shape.shown,
  hidden: chatMessage.shape.hidden,
  attachmentIds: z.array(z.string()),
});
export type MessageBody = Readonly<z.output<typeof messageBody>>;

/** A message with its body in the clear. */
export type OpenMessage = Omit<MessageRow, 'body'> & { readonly body: MessageBody };

/** Encrypts and decrypts messages. */
export interface MessageBodies {
  seal(message: OpenMessage): Promise<MessageRow>;
  /** Messages of one account. */
  open(accountId: string, rows: readonly MessageRow[]): Promise<OpenMessage[]>;
}

export function createMessageBodies(vault: Vault): MessageBodies {
  return {
    async seal(message) {
      const body = await vault.encryptText(message.accountId, messageBoundTo(message.id), JSON.stringify(message.body));
      return { ...message, body };
    },
    async open(accountId, rows) {
      const openText = await vault.textOpenerFor(accountId);
      return rows.map((row) => ({
        ...row,
        body: messageBody.parse(JSON.parse(openText(messageBoundTo(row.id), row.body))),
      }));
    },
  };
}

/** A body that says nothing yet. */
export const EMPTY_BODY: MessageBody = Object.freeze({
  content: '',
  sent: null,
  marks: [],
  reasoning: null,
  finishReason: null,
  usage: null,
  masked: null,
  shown: [],
  hidden: [],
  attachmentIds: [],
});

/** A message as the contract shows it. */
export function presentMessage(
  { id, parentId, role, state, errorCode, anonymous, model, requestId, createdAt, body }: OpenMessage,
  attachments: ReadonlyMap<string, ChatAttachment>,
): ChatMessage {
  const { attachmentIds, ...texts } = body;
  return {
    ...{ id, parentId, role, state, anonymous, model, requestId, createdAt },
    ...texts,
    error: errorCode === null ? null : { code: errorCode, message: sentenceFor(errorCode) },
    attachments: attachmentIds.flatMap((attachmentId) => attachments.get(attachmentId) ?? []),
  };
}
