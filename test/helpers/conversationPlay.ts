import { createAnswerCollector } from '../../server/features/gateway/exchanges/answerCollector.ts';
import { isJsonObject, type AnyJson, type JsonObject } from '../../server/providers/types.ts';
import { readableIn, textsOf, type TestConversation } from './conversations.ts';
import type { BootedGateway } from './gateway.ts';
import type { RecordedRequest, Script } from './providers/protocolServer.ts';

/** What came of one conversation that was played with and without anonymization. */
export interface Play {
  /** Values that a provider could read. */
  readonly leaked: readonly string[];
  /** Texts and arguments of tools in the answer to the anonymous request, and to the plain one. */
  readonly anonymous: string;
  readonly plain: string;
}

/** A model that repeats all it was told, as text, as reasoning and as arguments of a tool; its answer is cut anywhere. */
export function repeating(seed: number): Script {
  return (request: RecordedRequest) => {
    const texts = textsOf(request.json as JsonObject);
    const isStream = isJsonObject(request.json) && request.json['stream'] === true;
    return {
      answer: {
        text: texts.join('\n---\n'),
        reasoning: texts[0] ?? '',
        toolCalls: [{ name: 'find', arguments: JSON.stringify({ said: texts.at(-1) ?? '' }) }],
      },
      ...(isStream && { delivery: { cuts: { seed, most: 40 } } }),
    };
  };
}

/** Sends a conversation to `model`, once anonymously and once as it is. */
export async function playConversation(
  gateway: BootedGateway,
  protocol: 'chat' | 'messages',
  { body, values }: TestConversation,
  options: { readonly model: string; readonly stream: boolean; readonly seed: number },
): Promise<Play> {
  const request = { ...body, model: options.model, stream: options.stream };
  const paths =
    protocol === 'chat'
      ? (['/v1/llm-anonymous/chat/completions', '/v1/llm/chat/completions'] as const)
      : (['/v1/llm-anonymous/messages', '/v1/messages'] as const);
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    provider.answerAll(repeating(options.seed));
  }
  const anonymous = await answerTo(gateway, paths[0], request);
  const bytes = [gateway.chat, gateway.messages].map((provider) => provider.received().toString('utf8')).join('\n');
  const plain = await answerTo(gateway, paths[1], request);
  return { leaked: readableIn(bytes, values), anonymous: said(anonymous), plain: said(plain) };
}

async function answerTo(gateway: BootedGateway, path: string, body: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${gateway.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.team.owner.apiKey}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  if (body['stream'] !== true) return JSON.parse(text) as JsonObject;
  const collector = createAnswerCollector();
  for (const [, data] of text.matchAll(/^data: (.*)$/gm)) collector.saw({ event: null, data: data! });
  return collector.body() ?? {};
}

/** All texts of an answer in order, without identifiers and figures; escapes inside of JSON texts as their characters. */
function said(answer: JsonObject): string {
  const texts: string[] = [];
  const walk = (value: AnyJson | undefined, field: string): void => {
    if (typeof value === 'string') {
      if (['content', 'text', 'reasoning_content', 'thinking', 'arguments'].includes(field)) texts.push(value);
    } else if (Array.isArray(value)) for (const item of value as readonly AnyJson[]) walk(item, field);
    else if (isJsonObject(value)) {
      if (field === 'input') texts.push(JSON.stringify(value));
      else for (const [name, item] of Object.entries(value)) walk(item, name);
    }
  };
  walk(answer['choices'] ?? answer['content'], 'content');
  return texts
    .join('\n===\n')
    .replace(/\\+u([0-9a-f]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
