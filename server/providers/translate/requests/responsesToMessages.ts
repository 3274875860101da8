import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../json.ts';
import { chatToMessages } from './chatToMessages/chatToMessages.ts';
import { responsesToChat } from './responsesToChat/responsesToChat.ts';

/**
 * A request of responses as one of messages, by way of chat completions.
 * @throws AppError invalid_request, image_not_supported, file_not_supported
 */
export function responsesToMessages(body: JsonObject): JsonObject {
  const chat = responsesToChat(body, 'messages');
  try {
    return chatToMessages(chat);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const param = clientParam(String(error.fields?.['param']));
    throw new AppError(error.code, error.message, { fields: { ...error.fields, param } });
  }
}

/** The parameter of the client's request that a parameter of the chat completion came from. */
function clientParam(param: string): string {
  if (param === 'logprobs') return 'top_logprobs';
  return param.startsWith('messages') ? 'input' : param;
}
