import { randomUUID } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import { type AnyJson, isJsonObject } from '../../../providers/types.ts';
import type { ConversationMasker, ConversationOptions } from './types.ts';

/** A text of a conversation. */
export interface SpokenText {
  /** What the model wrote may hold placeholders of the account, which stay. */
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * Masks the texts of a conversation together, as if they were about to be sent: what one of them explains is masked in all. Stores nothing.
 * @returns one masked text for each, in their order
 * @throws AppError anonymization_failed, file_not_supported
 */
export type MaskTexts = (
  texts: readonly SpokenText[],
  options: Pick<ConversationOptions, 'accountId' | 'hidden' | 'known' | 'signal'>,
) => Promise<string[]>;

export function createTextMasker(masker: ConversationMasker): MaskTexts {
  return async (texts, options) => {
    const conversation = await masker.begin({ ...options, requestId: randomUUID(), deanonymize: false });
    const messages = texts.map(({ role, text }) => ({ role, content: text }));
    const { body } = await conversation.mask('chat', { messages });
    // The note to the model may stand before them.
    const masked = (body['messages'] as readonly AnyJson[]).slice(-texts.length).map(contentOf);
    if (masked.length !== texts.length) throw new AppError('anonymization_failed', 'The texts could not be masked.');
    return masked;
  };
}

function contentOf(message: AnyJson): string {
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (typeof content !== 'string') throw new AppError('anonymization_failed', 'The texts could not be masked.');
  return content;
}
