import type { JsonObject } from '../../json.ts';
import type { ServerSentEvent } from '../../types.ts';
import { argumentsObject } from '../common/arguments.ts';
import { emptyBlock, type Answer, type AnswerBlock, type AnswerWriter, type OpenBlock, type Usage } from './answer.ts';
import { textOf } from '../common/read.ts';
import { messagesError } from './failures.ts';
import { writeMessagesStop } from './stops.ts';
import { writeMessagesUsage } from './usage.ts';

/** Gives the client's name of a tool for the provider's. */
export type ToolNames = (name: string) => string;

/** An answer as a message. */
export function writeMessagesAnswer(answer: Answer, toolNames: ToolNames): JsonObject {
  return {
    ...messageHead(answer.id, answer.model, answer.usage),
    content: answer.blocks.map((block) => contentBlock(block, toolNames)),
    ...writeMessagesStop(answer.stop),
  };
}

function messageHead(id: string, model: string, usage: Usage): JsonObject {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      ...writeMessagesUsage(usage),
      cache_creation: null,
      inference_geo: null,
      service_tier: null,
      speed: null,
    },
  };
}

/** The protocol has no refusal in its content: it is told as text, and by the stop reason. */
function contentBlock(block: AnswerBlock, toolNames: ToolNames): JsonObject {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: block.text, citations: null };
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: block.signature };
    case 'redacted':
      return { type: 'redacted_thinking', data: block.data };
    case 'tool':
      return {
        type: 'tool_use',
        id: block.id,
        name: toolNames(block.name),
        input: argumentsObject(block.arguments),
        caller: { type: 'direct' },
      };
  }
}

/** An answer as the events of a streamed message. */
export function writeMessagesStream(toolNames: ToolNames): AnswerWriter {
  let index = -1;
  let open: OpenBlock | null = null;

  function delta(fields: JsonObject): ServerSentEvent {
    return event({ type: 'content_block_delta', index, delta: fields });
  }

  function said(text: string): readonly ServerSentEvent[] {
    switch (open?.kind) {
      case 'text':
      case 'refusal':
        return [delta({ type: 'text_delta', text })];
      case 'thinking':
        return [delta({ type: 'thinking_delta', thinking: text })];
      case 'tool':
        return [delta({ type: 'input_json_delta', partial_json: text })];
      case 'redacted':
      case undefined:
        return [];
    }
  }

  return {
    write(answerEvent) {
      switch (answerEvent.type) {
        case 'start': {
          // The count of the input is known only at the end.
          const message = messageHead(answerEvent.id, answerEvent.model, answerEvent.usage);
          return [event({ type: 'message_start', message })];
        }
        case 'open':
          index++;
          open = answerEvent.block;
          return [
            event({ type: 'content_block_start', index, content_block: contentBlock(emptyBlock(open), toolNames) }),
          ];
        case 'text':
          return said(answerEvent.text);
        case 'annotations':
          return [];
        case 'close': {
          const signature = answerEvent.signature;
          open = null;
          return [
            ...(signature === '' ? [] : [delta({ type: 'signature_delta', signature })]),
            event({ type: 'content_block_stop', index }),
          ];
        }
        case 'end':
          return [
            event({
              type: 'message_delta',
              delta: { container: null, ...writeMessagesStop(answerEvent.stop) },
              usage: writeMessagesUsage(answerEvent.usage),
            }),
            event({ type: 'message_stop' }),
          ];
      }
    },
    fail: (failure) => [event(messagesError(failure))],
  };
}

function event(body: JsonObject): ServerSentEvent {
  return { event: textOf(body['type']), data: JSON.stringify(body) };
}
