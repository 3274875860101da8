import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { ThinkingSeal } from '../restoring/seal.ts';
import { isRedacted, mapEncrypted } from '../restoring/stamps.ts';
import type { MaskableProtocol } from '../types.ts';

export interface UnsealedBody {
  readonly body: JsonObject;
  /** Thinking as the model wrote it, its signatures and what the provider encrypted: it saw no values, so none need to be looked for in them. */
  readonly written: ReadonlySet<string>;
}

/**
 * Puts what providers signed or encrypted in place of what the client got for it and sends back. What bears no seal did not come from a provider: nobody can
 * look into it, so it is left out.
 */
export function openSeals(protocol: MaskableProtocol, body: JsonObject, seal: ThinkingSeal): UnsealedBody {
  const written = new Set<string>();
  if (protocol === 'chat') return { body: withoutEncryptedDetails(body), written };
  if (protocol !== 'messages' || !Array.isArray(body['messages'])) return { body, written };
  const unstamp = (stamped: string): string | undefined => {
    const encrypted = seal.unstamp(stamped);
    if (encrypted !== undefined) written.add(encrypted);
    return encrypted;
  };
  const openBlock = (block: AnyJson): AnyJson | undefined => {
    if (!isJsonObject(block)) return block;
    if (block['type'] === 'thinking' && typeof block['signature'] === 'string') {
      const signed = seal.open(block['signature']);
      if (signed === undefined) return undefined;
      written.add(signed.thinking).add(signed.signature);
      return { ...block, ...signed };
    }
    const opened = mapEncrypted(block, unstamp) as JsonObject;
    return isRedacted(block) && opened['data'] === undefined ? undefined : opened;
  };
  const messages = (body['messages'] as readonly AnyJson[]).map((message) => {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) return message;
    const content = (message['content'] as readonly AnyJson[]).flatMap((block) => openBlock(block) ?? []);
    return { ...message, content };
  });
  return { body: { ...body, messages }, written };
}

/** Providers of chat completions put encrypted reasoning into details (https://openrouter.ai/docs/use-cases/reasoning-tokens), which no seal goes around. */
function withoutEncryptedDetails(body: JsonObject): JsonObject {
  if (!Array.isArray(body['messages'])) return body;
  const isEncrypted = (detail: AnyJson) => isJsonObject(detail) && detail['type'] === 'reasoning.encrypted';
  const messages = (body['messages'] as readonly AnyJson[]).map((message) => {
    if (!isJsonObject(message) || !Array.isArray(message['reasoning_details'])) return message;
    const details = message['reasoning_details'] as readonly AnyJson[];
    return details.some(isEncrypted)
      ? { ...message, reasoning_details: details.filter((detail) => !isEncrypted(detail)) }
      : message;
  });
  return { ...body, messages };
}
