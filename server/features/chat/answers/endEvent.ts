import type { ChatConversation, ChatEvent, ChatMessage } from '../../../contract/chatMessages.ts';

/**
 * The last event of an answer.
 * @param message - the answer in its last state
 * @param retryAfterSeconds - where the provider told when to try again
 */
export function endEvent(
  message: ChatMessage,
  conversation: ChatConversation,
  retryAfterSeconds: number | null = null,
): ChatEvent {
  if (message.error === null) return { type: 'done', message, conversation };
  const { code, message: error } = message.error;
  return { type: 'error', code, error, retryAfterSeconds, message, conversation };
}
