import { onTestFinished } from 'vitest';
import { openChatProvider } from './chatProvider.ts';
import { openMessagesProvider } from './messagesProvider.ts';
import type { ModelAnswer } from './script.ts';
import type { ProviderKind } from '../../../server/contract/gatewayProviders.ts';
import { createProvider, type ProviderDependencies } from '../../../server/providers/createProvider.ts';
import type { JsonObject, Provider, ProviderAnswer, ServerSentEvent } from '../../../server/providers/types.ts';

export const KEY = 'test-key';
export const SECRET = 'Gerlinde Unverwechselbar';
const WITHOUT_KEY: readonly ProviderKind[] = ['ollama', 'lmstudio', 'vllm', 'llamacpp'];
/** Mistral's server refuses fields that the reference of the protocol has. */
const REFUSED_FIELDS: Partial<Record<ProviderKind, readonly string[]>> = {
  mistral: ['stream_options', 'max_completion_tokens', 'user', 'store', 'logit_bias', 'seed'],
};

/** A provider with the server that plays its part. Nothing waits: pauses between attempts are noted. */
export async function open(kind: ProviderKind, dependencies: ProviderDependencies = {}) {
  const server = kind === 'anthropic' ? await openMessagesProvider() : await openChat(kind);
  onTestFinished(() => server.stop());
  const pauses: number[] = [];
  const provider = createProvider(
    {
      id: 'test',
      kind,
      baseUrl: kind === 'azure' ? server.origin : server.url,
      apiKey: server.apiKey,
      models: ['test-model'],
      apiVersion: null,
    },
    {
      random: () => 1,
      sleep: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
      ...dependencies,
    },
  );
  onTestFinished(() => provider.close());
  return { server, provider, pauses };
}

const openChat = (kind: ProviderKind) =>
  openChatProvider({
    apiKey: WITHOUT_KEY.includes(kind) ? null : KEY,
    auth: kind === 'azure' ? 'api-key' : 'bearer',
    refusedFields: REFUSED_FIELDS[kind] ?? [],
    unknownFields: kind === 'mistral' ? 'accepted' : 'refused',
  });

export function requestBody(kind: ProviderKind, fields: JsonObject = {}): JsonObject {
  return {
    model: 'test-model',
    messages: [{ role: 'user', content: SECRET }],
    ...(kind === 'anthropic' && { max_tokens: 100 }),
    ...fields,
  };
}

export const generate = (provider: Provider, body: JsonObject, signal = new AbortController().signal) =>
  provider.send('generate', body, { signal });

export async function stream(provider: Provider, body: JsonObject, signal?: AbortSignal) {
  return eventsOf(await generate(provider, { ...body, stream: true }, signal));
}

function eventsOf(answer: ProviderAnswer): AsyncIterable<ServerSentEvent> {
  if (answer.kind !== 'stream') throw new Error('no stream');
  return answer.events;
}

/** The events that came, and what ended them. */
export async function collect(events: AsyncIterable<ServerSentEvent>) {
  const seen: ServerSentEvent[] = [];
  try {
    for await (const event of events) seen.push(event);
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: null };
}

export const ANSWER: ModelAnswer = {
  text: 'Grüße an [[person-k3v9q2xd]] 😀',
  reasoning: 'Kurz überlegt.',
  toolCalls: [
    { name: 'send_mail', arguments: { to: '[[email-77qq88zz]]' } },
    { name: 'look_up', arguments: { name: 'Ä' } },
  ],
};

/** What a streamed answer says, read as a client of the protocol would. */
export function spoken(events: readonly ServerSentEvent[]) {
  const texts = { text: '', reasoning: '', calls: [] as string[] };
  for (const { data } of events) {
    if (data === '[DONE]') continue;
    const body = JSON.parse(data) as {
      index?: number;
      delta?: { text?: string; thinking?: string; partial_json?: string };
      content_block?: { name?: string };
      choices?: {
        delta: {
          content?: string;
          reasoning_content?: string;
          tool_calls?: { index: number; function: { name?: string; arguments: string } }[];
        };
      }[];
    };
    texts.text += body.delta?.text ?? '';
    texts.reasoning += body.delta?.thinking ?? '';
    if (body.content_block?.name !== undefined) texts.calls.push(body.content_block.name);
    if (body.delta?.partial_json !== undefined)
      texts.calls.push(`${texts.calls.pop() ?? ''}${body.delta.partial_json}`);
    for (const { delta } of body.choices ?? []) {
      texts.text += delta.content ?? '';
      texts.reasoning += delta.reasoning_content ?? '';
      for (const call of delta.tool_calls ?? []) {
        texts.calls[call.index] = `${texts.calls[call.index] ?? call.function.name ?? ''}${call.function.arguments}`;
      }
    }
  }
  return texts;
}

export const SPOKEN = {
  text: ANSWER.text,
  reasoning: ANSWER.reasoning,
  calls: ['send_mail{"to":"[[email-77qq88zz]]"}', 'look_up{"name":"Ä"}'],
};
