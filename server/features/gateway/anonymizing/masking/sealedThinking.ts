import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { ThinkingSeal } from '../restoring/seal.ts';
import type { MaskableProtocol } from '../types.ts';

export interface UnsealedBody {
  readonly body: JsonObject;
  /** Thinking as the model wrote it, and its signatures: it saw no values, so none need to be looked for in them. */
  readonly written: ReadonlySet<string>;
}

/** Puts the text that was signed, and its signature, in place of the thinking that the client got and sends back. */
export function openSeals(protocol: MaskableProtocol, body: JsonObject, seal: ThinkingSeal): UnsealedBody {
  const written = new Set<string>();
  if (protocol !== 'messages' || !Array.isArray(body['messages'])) return { body, written };
  const openBlock = (block: AnyJson): AnyJson => {
    if (!isJsonObject(block) || block['type'] !== 'thinking' || typeof block['signature'] !== 'string') return block;
    const signed = seal.open(block['signature']);
    if (signed === undefined) return block;
    written.add(signed.thinking).add(signed.signature);
    return { ...block, ...signed };
  };
  const messages = (body['messages'] as readonly AnyJson[]).map((message) =>
    isJsonObject(message) && message['role'] === 'assistant' && Array.isArray(message['content'])
      ? { ...message, content: (message['content'] as readonly AnyJson[]).map(openBlock) }
      : message,
  );
  return { body: { ...body, messages }, written };
}
