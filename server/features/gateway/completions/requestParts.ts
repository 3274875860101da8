import { AppError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../providers/types.ts';
import type { MaskedRequest } from '../anonymizing/types.ts';

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
export function takeOptions(body: JsonObject): {
  readonly body: JsonObject;
  readonly deanonymize: boolean;
  /** Values come back in addresses too. */
  readonly links: boolean;
} {
  const { deckname, ...rest } = body;
  const options = isJsonObject(deckname) ? deckname : {};
  return { body: rest, deanonymize: options['deanonymize'] !== false, links: options['links'] === true };
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
