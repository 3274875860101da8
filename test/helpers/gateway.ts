import type { ModelAlias } from '../../server/contract/gatewayModels.ts';
import { newProvider, type NewProvider } from '../../server/contract/gatewayProviders.ts';
import type { BootedServer, BootOptions } from './bootServer.ts';
import { type ChatProvider, type ChatProviderOptions, openChatProvider } from './providers/chatProvider.ts';
import { type MessagesProvider, openMessagesProvider } from './providers/messagesProvider.ts';
import { bootTeam, type Team } from './workspace.ts';

/** A server with one provider of each protocol, which the test plays. */
export interface BootedGateway {
  readonly team: Team;
  readonly server: BootedServer;
  /** Provider `chat`: models `chat/test-model` and `chat/test-embedding`. */
  readonly chat: ChatProvider;
  /** Provider `messages`: model `messages/test-model`. */
  readonly messages: MessagesProvider;
  /** Address of the API, without a slash at the end. */
  readonly base: string;
  readonly stop: () => Promise<void>;
}

/** Provider of the configuration. */
export function provider(fields: Pick<NewProvider, 'id' | 'kind' | 'baseUrl'> & Partial<NewProvider>): NewProvider {
  return newProvider.parse({ ...fields });
}

export async function bootGateway(
  options: BootOptions & {
    readonly chat?: ChatProviderOptions;
    readonly providers?: readonly NewProvider[];
    readonly aliases?: readonly ModelAlias[];
  } = {},
): Promise<BootedGateway> {
  const chat = await openChatProvider(options.chat);
  const messages = await openMessagesProvider();
  const team = await bootTeam({
    ...options,
    config: {
      providers: [
        provider({ id: 'chat', kind: 'openai', baseUrl: chat.url, apiKey: chat.apiKey }),
        provider({ id: 'messages', kind: 'anthropic', baseUrl: messages.url, apiKey: messages.apiKey }),
        ...(options.providers ?? []),
      ],
      modelAliases: options.aliases ?? [],
      ...options.config,
    },
  });
  return {
    ...{ team, server: team.server, chat, messages, base: `${team.server.url}api` },
    async stop() {
      await team.stop();
      await Promise.all([chat.stop(), messages.stop()]);
    },
  };
}
