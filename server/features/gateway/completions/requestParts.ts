import { AppError } from '../../../core/errors.ts';
import { type ClientProtocol, isJsonObject, type JsonObject, type ProviderProtocol } from '../../../providers/types.ts';
import type { MaskedRequest } from '../anonymizing/types.ts';

/** Headers of a client that may mean something to a provider of the same protocol. */
const CLIENT_HEADERS = [
  'anthropic-beta',
  'anthropic-version',
  'openai-beta',
  'openai-organization',
  'openai-project',
  'idempotency-key',
] as const;
/** Of those, the ones that name versions and features: nothing personal fits into them. */
const FEATURE_HEADERS: ReadonlySet<string> = new Set(['anthropic-beta', 'anthropic-version', 'openai-beta']);
/** One feature: `prompt-caching-2024-07-31`, `2023-06-01` or `assistants=v2`. */
const FEATURE = /^(?:(?:[a-z0-9]+-){0,8}\d{4}-\d{2}-\d{2}|[a-z]{1,20}=v\d{1,2})$/;

/** Headers of a client's request that are offered to the provider. */
export function clientHeaders(header: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    CLIENT_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Of the client's headers those that are sent: none to another protocol, and no free text in an anonymous request. */
export function headersFor(
  given: Readonly<Record<string, string>>,
  { anonymous, client, provider }: { anonymous: boolean; client: ClientProtocol; provider: ProviderProtocol },
): Readonly<Record<string, string>> {
  if (client !== provider) return {};
  if (!anonymous) return given;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => FEATURE_HEADERS.has(name))
      .map(([name, value]) => [name, featuresOf(value)] as const)
      .filter(([, value]) => value !== ''),
  );
}

function featuresOf(value: string): string {
  return value
    .split(',')
    .map((feature) => feature.trim())
    .filter((feature) => FEATURE.test(feature))
    .join(',');
}

/**
 * The body that may leave: the masked one of an anonymous request, whatever went wrong before.
 * @throws AppError anonymization_failed for an anonymous request that was not masked
 */
export function bodyToSend(anonymous: boolean, body: JsonObject, masked: MaskedRequest | null): JsonObject {
  if (!anonymous) return body;
  if (masked === null) throw new AppError('anonymization_failed', 'The request was not masked, so nothing was sent.');
  return masked.body;
}

/** The model that a request names; empty when it names none. */
export function modelOf(body: JsonObject): string {
  const { model } = body;
  return typeof model === 'string' ? model : '';
}

/** Takes what is meant for the gateway out of a body. */
export function takeOptions(body: JsonObject): { readonly body: JsonObject; readonly deanonymize: boolean } {
  const { deckname, ...rest } = body;
  return { body: rest, deanonymize: !isJsonObject(deckname) || deckname['deanonymize'] !== false };
}

/**
 * Asks a chat provider for the usage of a streamed answer, which its reference only sends on request.
 * @returns null when the body asks for it itself, or is not streamed
 */
export function askingForUsage(body: JsonObject): JsonObject | null {
  if (body['stream'] !== true) return null;
  const options = isJsonObject(body['stream_options']) ? body['stream_options'] : {};
  return options['include_usage'] === undefined
    ? { ...body, stream_options: { ...options, include_usage: true } }
    : null;
}

/** Whether an event only tells the usage of a chat stream: a chunk without choices. */
export function isUsageChunk(data: string): boolean {
  if (!/"choices":\s*\[\s*\]/.test(data) || !data.includes('"usage"')) return false;
  try {
    const chunk: unknown = JSON.parse(data);
    if (!isJsonObject(chunk)) return false;
    const { choices, usage } = chunk;
    return Array.isArray(choices) && choices.length === 0 && isJsonObject(usage);
  } catch {
    return false;
  }
}
