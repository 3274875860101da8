import type { AnyJson, JsonObject } from '../../json.ts';
import { objectOf, textOf } from '../common/read.ts';
import type { Stop, StopReason } from './answer.ts';

const CHAT_REASONS: Readonly<Record<string, StopReason>> = Object.freeze({
  stop: 'end',
  length: 'length',
  tool_calls: 'tools',
  function_call: 'tools',
  content_filter: 'filtered',
});

/**
 * The end of a chat completion.
 * @param choice - the choice, whose `stop_reason` names the stop sequence on some servers (vLLM)
 * @param callsTools - some servers say `stop` where the model calls tools
 * @param refusal - the text of a refusal
 */
export function readChatStop(
  choice: { readonly finish_reason?: AnyJson | undefined; readonly stop_reason?: AnyJson | undefined },
  callsTools: boolean,
  refusal: string | null,
): Stop {
  const reason = CHAT_REASONS[textOf(choice.finish_reason)] ?? 'end';
  const sequence = textOf(choice.stop_reason);
  if (reason === 'end' && callsTools) return { reason: 'tools', sequence: null, explanation: refusal };
  if (reason === 'end' && refusal !== null) return { reason: 'filtered', sequence: null, explanation: refusal };
  if (reason === 'end' && sequence !== '') return { reason: 'sequence', sequence, explanation: null };
  return { reason, sequence: null, explanation: refusal };
}

const FINISH_REASONS = Object.freeze({
  end: 'stop',
  sequence: 'stop',
  length: 'length',
  tools: 'tool_calls',
  filtered: 'content_filter',
}) satisfies Readonly<Record<StopReason, string>>;

/** `finish_reason` of a chat completion. */
export function writeFinishReason(stop: Stop): string {
  return FINISH_REASONS[stop.reason];
}

const MESSAGES_REASONS: Readonly<Record<string, StopReason>> = Object.freeze({
  end_turn: 'end',
  pause_turn: 'end',
  stop_sequence: 'sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tools',
  refusal: 'filtered',
});

/** The end of a message, from the message itself or from the delta that ends its stream. */
export function readMessagesStop(value: JsonObject): Stop {
  const explanation = textOf(objectOf(value['stop_details'])['explanation']);
  return {
    reason: MESSAGES_REASONS[textOf(value['stop_reason'])] ?? 'end',
    sequence: textOf(value['stop_sequence']) || null,
    explanation: explanation || null,
  };
}

const STOP_REASONS = Object.freeze({
  end: 'end_turn',
  sequence: 'stop_sequence',
  length: 'max_tokens',
  tools: 'tool_use',
  filtered: 'refusal',
}) satisfies Readonly<Record<StopReason, string>>;

/** The fields that end a message. */
export function writeMessagesStop(stop: Stop): JsonObject {
  return {
    stop_reason: STOP_REASONS[stop.reason],
    stop_sequence: stop.sequence,
    stop_details:
      stop.reason === 'filtered' ? { type: 'refusal', category: null, explanation: stop.explanation } : null,
  };
}
