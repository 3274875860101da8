import type { JsonObject } from '../../json.ts';
import { objectOf, objectsOf, parseObject, textOf } from './read.ts';

/**
 * How reasoning travels through protocols that have no place for it, so that a conversation with tools goes on:
 *
 * - Chat completions know no thinking blocks. An assistant message carries them in the extension field `thinking_blocks` (the
 *   blocks of Anthropic's messages as they came, signatures included) beside `reasoning_content`, their text. A client that
 *   sends the message back with this field keeps the model's thinking; without it the thinking is lost, nothing else.
 *   In a stream each `delta.thinking_blocks` holds all blocks so far, because clients keep the last value of a field they do not know.
 * - Messages ask for a signature, which chat completions do not give. Such a block is signed with {@link REASONING_SIGNATURES},
 *   which also tells the field that the provider used, so that it gets its reasoning back in the same one.
 * - Items of `responses` carry either of them in `encrypted_content`.
 */
export const REASONING_SIGNATURES = Object.freeze({
  reasoning_content: 'chat:reasoning_content',
  reasoning: 'chat:reasoning',
});

/** Fields in which chat providers give reasoning as text; not in OpenAI's reference, but common. */
export type ReasoningField = keyof typeof REASONING_SIGNATURES;

/** The field that a signature stands for; undefined for a signature of Anthropic. */
export function reasoningFieldOf(signature: string): ReasoningField | undefined {
  if (signature === REASONING_SIGNATURES.reasoning_content) return 'reasoning_content';
  return signature === REASONING_SIGNATURES.reasoning ? 'reasoning' : undefined;
}

/** What `encrypted_content` of a reasoning item holds here: thinking blocks of messages, in base64 of their JSON. */
export function sealThinking(block: JsonObject): string {
  return Buffer.from(JSON.stringify({ thinking_blocks: [block] }), 'utf8').toString('base64');
}

/** The thinking blocks that {@link sealThinking} stored; none for a value of another origin. */
export function unsealThinking(encrypted: string): readonly JsonObject[] {
  const stored = parseObject(Buffer.from(encrypted, 'base64').toString('utf8'));
  return objectsOf(objectOf(stored)['thinking_blocks']).filter(isThinkingBlock);
}

/** True for blocks that the messages protocol takes back. */
export function isThinkingBlock(block: JsonObject): boolean {
  if (block['type'] === 'redacted_thinking') return textOf(block['data']) !== '';
  return block['type'] === 'thinking' && textOf(block['signature']) !== '';
}
