import type { JsonObject } from '../../../server/providers/types.ts';
import { countTokens, DEFAULT_DELTAS, type Delivery, type ModelAnswer, type ScriptedToolCall } from './script.ts';

export interface MessageEnvelope {
  readonly id: string;
  readonly model: string;
}

const argumentsText = (call: ScriptedToolCall): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);

const callId = (envelope: MessageEnvelope, call: ScriptedToolCall, index: number): string =>
  call.id ?? `toolu_${envelope.id.slice(-8)}${index}`;

const stopReason = (answer: ModelAnswer): string =>
  answer.stop ?? ((answer.toolCalls?.length ?? 0) > 0 ? 'tool_use' : 'end_turn');

/** Stands for the signature of a thinking block, which clients send back as it is. */
export const THINKING_SIGNATURE = 'c2lnbmF0dXJl'.repeat(8);

function usage(answer: ModelAnswer, request: JsonObject): JsonObject {
  const { system = '', messages = [] } = request;
  const cached = answer.usage?.cached ?? 0;
  return {
    // The reference: tokens read from the cache are told apart, not counted in input_tokens.
    input_tokens: (answer.usage?.input ?? countTokens(JSON.stringify([system, messages]))) - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: answer.usage?.output ?? countTokens(answer.text ?? ''),
    service_tier: 'standard',
  };
}

/** The message object, https://docs.anthropic.com/en/api/messages */
export function message(envelope: MessageEnvelope, answer: ModelAnswer, request: JsonObject): JsonObject {
  const content: JsonObject[] = [];
  if (answer.reasoning !== undefined) {
    content.push({ type: 'thinking', thinking: answer.reasoning, signature: THINKING_SIGNATURE });
  }
  if (answer.text !== undefined && answer.text !== '') content.push({ type: 'text', text: answer.text });
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const input = typeof call.arguments === 'string' ? (JSON.parse(call.arguments) as JsonObject) : call.arguments;
    content.push({ type: 'tool_use', id: callId(envelope, call, index), name: call.name, input });
  }
  return {
    id: envelope.id,
    type: 'message',
    role: 'assistant',
    model: envelope.model,
    content,
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: usage(answer, request),
  };
}

/** The events of a streamed message, https://docs.anthropic.com/en/docs/build-with-claude/streaming */
export function* messageEvents(
  envelope: MessageEnvelope,
  answer: ModelAnswer,
  request: JsonObject,
  delivery: Delivery,
): Generator<string> {
  const deltas = delivery.deltas ?? DEFAULT_DELTAS;
  const whole = usage(answer, request);
  yield event('message_start', {
    message: {
      id: envelope.id,
      type: 'message',
      role: 'assistant',
      model: envelope.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...whole, output_tokens: 1 },
    },
  });
  let index = 0;
  for (const { start, parts } of blocks(envelope, answer, deltas)) {
    yield event('content_block_start', { index, content_block: start });
    if (index === 0) yield event('ping', {});
    for (const delta of parts) yield event('content_block_delta', { index, delta });
    yield event('content_block_stop', { index });
    index += 1;
  }
  yield event('message_delta', {
    delta: { stop_reason: stopReason(answer), stop_sequence: null },
    usage: { output_tokens: whole['output_tokens'] },
  });
  yield event('message_stop', {});
}

interface Block {
  readonly start: JsonObject;
  readonly parts: readonly JsonObject[];
}

function* blocks(
  envelope: MessageEnvelope,
  answer: ModelAnswer,
  deltas: (text: string) => readonly string[],
): Generator<Block> {
  if (answer.reasoning !== undefined) {
    yield {
      start: { type: 'thinking', thinking: '', signature: '' },
      parts: [
        ...deltas(answer.reasoning).map((part) => ({ type: 'thinking_delta', thinking: part })),
        { type: 'signature_delta', signature: THINKING_SIGNATURE },
      ],
    };
  }
  if (answer.text !== undefined && answer.text !== '') {
    yield {
      start: { type: 'text', text: '' },
      parts: deltas(answer.text).map((part) => ({ type: 'text_delta', text: part })),
    };
  }
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    yield {
      start: { type: 'tool_use', id: callId(envelope, call, index), name: call.name, input: {} },
      parts: ['', ...deltas(argumentsText(call))].map((part) => ({ type: 'input_json_delta', partial_json: part })),
    };
  }
}

function event(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
