import type { ChatConversation, ChatMessage } from '../../../server/contract/chatMessages.ts';

/** A message of a test. */
export function testMessage(id: string, parentId: string | null, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    parentId,
    role: 'user',
    content: id,
    sent: id,
    marks: [],
    reasoning: null,
    state: 'complete',
    error: null,
    anonymous: true,
    model: null,
    finishReason: null,
    usage: null,
    masked: null,
    shown: [],
    hidden: [],
    attachments: [],
    requestId: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    ...fields,
  };
}

/** A conversation of a test. */
export function testConversation(id: string, fields: Partial<ChatConversation> = {}): ChatConversation {
  return {
    id,
    title: id,
    folderId: null,
    anonymous: true,
    model: 'test/small',
    pinned: false,
    activeMessageId: null,
    answering: false,
    messageCount: 0,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    ...fields,
  };
}
