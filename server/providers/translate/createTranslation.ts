import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { ClientProtocol, ProviderProtocol, Translation, TranslationContext } from '../types.ts';
import { readChatAnswer } from './answers/readChat.ts';
import { readChatStream } from './answers/readChatStream.ts';
import { readMessagesAnswer } from './answers/readMessages.ts';
import { readMessagesStream } from './answers/readMessagesStream.ts';
import { translatedStream } from './answers/translatedStream.ts';
import { writeChatAnswer, writeChatStream } from './answers/writeChat.ts';
import { writeMessagesAnswer, writeMessagesStream } from './answers/writeMessages.ts';
import { writeResponse } from './answers/writeResponse.ts';
import { writeResponseStream } from './answers/writeResponseStream.ts';
import { objectOf } from './common/read.ts';
import { longToolNames } from './common/toolNames.ts';
import { identity } from './identity.ts';
import { chatToMessages } from './requests/chatToMessages/chatToMessages.ts';
import { messagesToChat } from './requests/messagesToChat/messagesToChat.ts';
import { responsesToMessages } from './requests/responsesToMessages.ts';
import { responsesToChat } from './requests/responsesToChat/responsesToChat.ts';

const SYSTEM_CONTEXT: TranslationContext = Object.freeze({
  createId: (prefix: string) => prefix + randomUUID().replaceAll('-', ''),
  nowSeconds: () => Math.floor(Date.now() / 1000),
});

/**
 * The translation of one request between a client's protocol and a provider's. Requests are translated body to body; answers go
 * through one form that both providers' protocols are read into and all clients' are written from.
 */
export function createTranslation(
  client: ClientProtocol,
  provider: ProviderProtocol,
  context: TranslationContext = SYSTEM_CONTEXT,
): Translation {
  if (client === provider) return identity(provider);
  /** The client's request, of which answers repeat fields. */
  let asked: JsonObject = {};
  const [readAnswer, readStream] =
    provider === 'chat' ? [readChatAnswer, readChatStream] : [readMessagesAnswer, readMessagesStream];
  return {
    request(body) {
      asked = body;
      if (client === 'chat') return chatToMessages(body);
      if (client === 'messages') return messagesToChat(body);
      return provider === 'chat' ? responsesToChat(body, provider) : responsesToMessages(body);
    },
    answer(body) {
      const answer = readAnswer(body, context);
      if (client === 'chat') return writeChatAnswer(answer, context);
      return client === 'messages'
        ? writeMessagesAnswer(answer, longToolNames(asked['tools']))
        : writeResponse(answer, asked, context);
    },
    stream() {
      const reader = readStream(context);
      if (client === 'chat') {
        const includeUsage = objectOf(asked['stream_options'])['include_usage'] === true;
        return translatedStream(reader, writeChatStream(context, { includeUsage }));
      }
      return translatedStream(
        reader,
        client === 'messages'
          ? writeMessagesStream(longToolNames(asked['tools']))
          : writeResponseStream(asked, context),
      );
    },
  };
}
