import type { JsonObject } from '../../../server/providers/types.ts';
import { countTokens, DEFAULT_DELTAS, type Delivery, type ModelAnswer, type ScriptedToolCall } from './script.ts';

/** What every body and event of one answer carries. */
export interface ChatEnvelope {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly model: string;
}

const argumentsText = (call: ScriptedToolCall): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);

const callId = (envelope: ChatEnvelope, call: ScriptedToolCall, index: number): string =>
  call.id ?? `call_${envelope.id.slice(-8)}${index}`;

const finishReason = (answer: ModelAnswer): string =>
  answer.stop ?? ((answer.toolCalls?.length ?? 0) > 0 ? 'tool_calls' : 'stop');

function usage(answer: ModelAnswer, request: JsonObject): JsonObject {
  const input = answer.usage?.input ?? countTokens(JSON.stringify(request['messages'] ?? []));
  const output = answer.usage?.output ?? countTokens(answer.text ?? '');
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: answer.usage?.cached ?? 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: countTokens(answer.reasoning ?? ''),
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** The chat completion object, https://platform.openai.com/docs/api-reference/chat/object */
export function chatCompletion(envelope: ChatEnvelope, answer: ModelAnswer, request: JsonObject): JsonObject {
  const calls = answer.toolCalls ?? [];
  const message: JsonObject = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    refusal: answer.refusal ?? null,
    annotations: [],
    ...(calls.length > 0 && {
      tool_calls: calls.map((call, index) => ({
        id: callId(envelope, call, index),
        type: 'function',
        function: { name: call.name, arguments: argumentsText(call) },
      })),
    }),
  };
  const choices = typeof request['n'] === 'number' ? request['n'] : 1;
  return {
    ...envelope,
    object: 'chat.completion',
    choices: Array.from({ length: choices }, (_, index) => ({
      index,
      message,
      logprobs: null,
      finish_reason: finishReason(answer),
    })),
    usage: usage(answer, request),
    service_tier: 'default',
    system_fingerprint: 'fp_test',
  };
}

/** The events of a streamed completion, https://platform.openai.com/docs/api-reference/chat-streaming */
export function* chatEvents(
  envelope: ChatEnvelope,
  answer: ModelAnswer,
  request: JsonObject,
  delivery: Delivery,
): Generator<string> {
  const options = request['stream_options'];
  const withUsage = typeof options === 'object' && (options as JsonObject)['include_usage'] === true;
  const deltas = delivery.deltas ?? DEFAULT_DELTAS;
  const choices = typeof request['n'] === 'number' ? request['n'] : 1;
  const event = (fields: JsonObject): string =>
    `data: ${JSON.stringify({
      ...envelope,
      object: 'chat.completion.chunk',
      service_tier: 'default',
      system_fingerprint: 'fp_test',
      ...fields,
      // The reference: every chunk carries `usage: null` when the last one is to tell it.
      ...(withUsage && { usage: fields['usage'] ?? null }),
    })}\n\n`;

  for (let index = 0; index < choices; index++) {
    const chunk = (delta: JsonObject, finish: string | null = null): string =>
      event({ choices: [{ index, delta, logprobs: null, finish_reason: finish }] });
    yield chunk({ role: 'assistant', content: '', refusal: null });
    for (const part of deltas(answer.reasoning ?? '')) yield chunk({ reasoning_content: part });
    for (const part of deltas(answer.text ?? '')) yield chunk({ content: part });
    for (const part of deltas(answer.refusal ?? '')) yield chunk({ refusal: part });
    for (const call of callDeltas(envelope, answer, deltas, delivery.interleaved ?? false))
      yield chunk({ tool_calls: [call] });
    yield chunk({}, finishReason(answer));
  }
  if (withUsage) yield event({ choices: [], usage: usage(answer, request) });
  yield 'data: [DONE]\n\n';
}

function callDeltas(
  envelope: ChatEnvelope,
  answer: ModelAnswer,
  deltas: (text: string) => readonly string[],
  interleaved: boolean,
): JsonObject[] {
  const perCall = (answer.toolCalls ?? []).map((call, index): JsonObject[] => [
    { index, id: callId(envelope, call, index), type: 'function', function: { name: call.name, arguments: '' } },
    ...deltas(argumentsText(call)).map((part) => ({ index, function: { arguments: part } })),
  ]);
  if (!interleaved) return perCall.flat();
  const longest = Math.max(0, ...perCall.map((events) => events.length));
  return Array.from({ length: longest }, (_, turn) =>
    perCall.map((events) => events[turn]).filter((call) => call !== undefined),
  ).flat();
}
