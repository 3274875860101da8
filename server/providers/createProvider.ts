import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../core/clock.ts';
import { providerAddress } from './address.ts';
import { listMessageModels } from './anthropic/listModels.ts';
import { watchMessageStream } from './anthropic/watchMessageStream.ts';
import { familyCapabilities } from './capabilities.ts';
import { listChatModels } from './openai/listModels.ts';
import { joinContent, withJoinedEvents } from './openai/contentParts.ts';
import { watchChatStream } from './openai/watchChatStream.ts';
import { PRESETS } from './presets.ts';
import { adaptRequest } from './quirks.ts';
import { createTransport } from './transport/createTransport.ts';
import type { RetryDependencies } from './transport/retry.ts';
import {
  DEFAULT_RETRIES,
  DEFAULT_SIZES,
  DEFAULT_TIMEOUTS,
  type ProviderSizes,
  type ProviderTimeouts,
  type RetryPolicy,
} from './transport/settings.ts';
import type { Provider, ProviderDefinition, ProviderModel, ProviderOperation, SendOptions } from './types.ts';

/** What is the same for all providers of a server. */
export interface ProviderDependencies extends Partial<RetryDependencies> {
  readonly clock?: Clock;
  readonly timeouts?: Partial<ProviderTimeouts>;
  readonly sizes?: Partial<ProviderSizes>;
  readonly retries?: Partial<RetryPolicy>;
}

const PROTOCOLS = Object.freeze({
  chat: { watch: watchChatStream, listModels: listChatModels },
  messages: { watch: watchMessageStream, listModels: listMessageModels },
});

/** Makes a provider; nothing is sent before its first use. */
export function createProvider(definition: ProviderDefinition, dependencies: ProviderDependencies = {}): Provider {
  const { id, kind, baseUrl, apiKey, models } = definition;
  const preset = PRESETS[kind];
  const { contentInParts } = preset.quirks;
  const { watch, listModels } = PROTOCOLS[preset.protocol];
  const apiVersion = definition.apiVersion ?? preset.apiVersion;
  const operations: ReadonlySet<ProviderOperation> = new Set(preset.operations);
  const passed: ReadonlySet<string> = new Set(preset.clientHeaders);
  const address = providerAddress({
    protocol: preset.protocol,
    baseUrl,
    defaultPath: preset.defaultPath,
    deploymentsVersion: kind === 'azure' ? apiVersion : null,
  });
  const transport = createTransport({
    origin: address.origin,
    timeouts: { ...DEFAULT_TIMEOUTS, ...dependencies.timeouts },
    sizes: { ...DEFAULT_SIZES, ...dependencies.sizes },
    retries: { ...DEFAULT_RETRIES, ...dependencies.retries },
    clock: dependencies.clock ?? systemClock,
    sleep: dependencies.sleep ?? ((milliseconds, signal) => sleep(milliseconds, undefined, { signal })),
    random: dependencies.random ?? Math.random,
  });
  const ownHeaders: Readonly<Record<string, string>> = {
    'user-agent': 'Deckname',
    ...(preset.protocol === 'messages' && apiVersion !== null && { 'anthropic-version': apiVersion }),
  };
  const key = apiKey === null ? {} : { [preset.auth.header]: `${preset.auth.prefix}${apiKey}` };
  // The key comes last: no header of a client can take its place.
  const headersFor = (given: SendOptions['headers'] = {}): Readonly<Record<string, string>> => ({
    ...ownHeaders,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => passed.has(name))),
    ...key,
  });

  const unlisted = (name: string): ProviderModel => ({
    ...{ id: name, created: null, displayName: null },
    capabilities: familyCapabilities(kind, name),
  });

  return {
    id,
    protocol: preset.protocol,
    operations,
    async send(operation, body, { signal, headers, retries = true }) {
      if (!operations.has(operation)) throw new Error(`the provider has no ${operation}`);
      const model = typeof body['model'] === 'string' ? body['model'] : '';
      const request = {
        method: 'POST',
        path: address.operation(operation, model),
        headers: headersFor(headers),
        body: operation === 'embeddings' ? body : adaptRequest(body, preset.quirks),
        signal,
        retries,
      } as const;
      if (operation === 'generate' && body['stream'] === true) {
        const { events, headers: received } = await transport.events(request, watch);
        return { kind: 'stream', headers: received, events: contentInParts ? withJoinedEvents(events) : events };
      }
      const answer = await transport.json(request);
      return { kind: 'json', ...answer, body: contentInParts ? joinContent(answer.body) : answer.body };
    },
    async listModels(signal): Promise<readonly ProviderModel[]> {
      const listed = await listModels({ transport, address, headers: headersFor(), kind }, signal);
      // Azure lists the models that exist, not the deployments that can be called; asking still shows that address and key are right.
      return kind === 'azure' ? models.map(unlisted) : listed;
    },
    unlisted,
    close: () => transport.close(),
  };
}
