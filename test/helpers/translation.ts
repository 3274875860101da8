import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { createTranslation } from '../../server/providers/translate/createTranslation.ts';
import type {
  ClientProtocol,
  JsonObject,
  ProviderProtocol,
  ServerSentEvent,
  TranslatedStream,
  Translation,
  TranslationContext,
} from '../../server/providers/types.ts';

/** Identifiers that count up for each prefix, and a clock that stands still. */
export function fixedContext(): TranslationContext {
  const counts = new Map<string, number>();
  return {
    createId(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}${count}`;
    },
    nowSeconds: () => 1_700_000_000,
  };
}

/** A translation that has seen its request. */
export function translationOf(client: ClientProtocol, provider: ProviderProtocol, request: JsonObject): Translation {
  const translation = createTranslation(client, provider, fixedContext());
  translation.request(request);
  return translation;
}

/** All that a stream gives for the events of a provider. */
export function translateAll(stream: TranslatedStream, events: readonly ServerSentEvent[]): readonly ServerSentEvent[] {
  return [...events.flatMap((event) => stream.push(event)), ...stream.end()];
}

/** An event of chat completions. */
export function chunk(body: unknown): ServerSentEvent {
  return { event: null, data: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** An event of messages, which is named after its type. */
export function named(body: JsonObject & { readonly type: string }): ServerSentEvent {
  return { event: body.type, data: JSON.stringify(body) };
}

/** The JSON of events; `[DONE]` as it is. */
export function bodiesOf(events: readonly ServerSentEvent[]): readonly unknown[] {
  return events.map(({ data }): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
}

function wire(events: readonly ServerSentEvent[]): string {
  return events.map(({ event, data }) => `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`).join('');
}

/** A `fetch` that answers every request with the same events. */
export function answering(events: readonly ServerSentEvent[]): typeof fetch {
  return () => Promise.resolve(new Response(wire(events), { headers: { 'content-type': 'text/event-stream' } }));
}

/** Fields that the clients add to what they received. */
const ADDED_BY_CLIENT: ReadonlySet<string> = new Set([
  'parsed',
  'parsed_arguments',
  'output_parsed',
  'output_text',
  'parsed_output',
]);

/** What a client received, without what it added itself. */
export function received(value: unknown): JsonObject {
  const text = JSON.stringify(value, (key, field: unknown) => (ADDED_BY_CLIENT.has(key) ? undefined : field));
  return JSON.parse(text) as JsonObject;
}

/** What OpenAI's client makes of a stream of chat completions. */
export async function readWithOpenAI(events: readonly ServerSentEvent[]): Promise<OpenAI.ChatCompletion> {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answering(events) });
  const stream = client.chat.completions.stream({ model: 'm', messages: [], stream_options: { include_usage: true } });
  return stream.finalChatCompletion();
}

/** What OpenAI's client makes of a streamed response. */
export async function readResponseWithOpenAI(events: readonly ServerSentEvent[]): Promise<OpenAI.Responses.Response> {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answering(events) });
  return client.responses.stream({ model: 'm', input: '' }).finalResponse();
}

/** What Anthropic's client makes of a streamed message. */
export async function readWithAnthropic(events: readonly ServerSentEvent[]): Promise<Anthropic.Message> {
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch: answering(events) });
  return client.messages.stream({ model: 'm', max_tokens: 1, messages: [] }).finalMessage();
}
