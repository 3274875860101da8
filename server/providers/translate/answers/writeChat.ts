import type { JsonObject } from '../../json.ts';
import type { ServerSentEvent, TranslationContext } from '../../types.ts';
import type { Answer, AnswerBlock, AnswerWriter, OpenBlock, Usage } from './answer.ts';
import { present } from '../common/read.ts';
import { isThinkingBlock } from '../common/reasoning.ts';
import { chatError } from './failures.ts';
import { writeFinishReason } from './stops.ts';
import { writeChatUsage } from './usage.ts';

/** An answer as a chat completion, with the extension fields of common/reasoning.ts. */
export function writeChatAnswer(answer: Answer, context: TranslationContext): JsonObject {
  const content = joined(answer.blocks, 'text');
  const toolCalls = answer.blocks.flatMap((block) => (block.kind === 'tool' ? [toolCall(block)] : []));
  const thinking = answer.blocks.flatMap(thinkingBlocks);
  const annotations = answer.blocks.flatMap((block) => (block.kind === 'text' ? block.annotations : []));
  return {
    id: answer.id,
    object: 'chat.completion',
    created: answer.created ?? context.nowSeconds(),
    model: answer.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && toolCalls.length > 0 ? null : content,
          refusal: joined(answer.blocks, 'refusal') || null,
          ...present({
            reasoning_content: joined(answer.blocks, 'thinking') || null,
            thinking_blocks: thinking.length > 0 ? thinking : null,
            annotations: annotations.length > 0 ? annotations : null,
            tool_calls: toolCalls.length > 0 ? toolCalls : null,
          }),
        },
        logprobs: null,
        finish_reason: writeFinishReason(answer.stop),
      },
    ],
    usage: writeChatUsage(answer.usage),
  };
}

function joined(blocks: readonly AnswerBlock[], kind: 'text' | 'refusal' | 'thinking'): string {
  return blocks.map((block) => (block.kind === kind ? block.text : '')).join('');
}

function toolCall(block: Extract<AnswerBlock, { kind: 'tool' }>): JsonObject {
  return { id: block.id, type: 'function', function: { name: block.name, arguments: block.arguments } };
}

/** The block as the messages protocol takes it back; nothing for what it would refuse. */
function thinkingBlocks(block: AnswerBlock): readonly JsonObject[] {
  if (block.kind === 'redacted') return [{ type: 'redacted_thinking', data: block.data }];
  if (block.kind !== 'thinking') return [];
  return [{ type: 'thinking', thinking: block.text, signature: block.signature }].filter(isThinkingBlock);
}

/** What the client asked of a streamed chat completion. */
export interface ChatStreamOptions {
  /** `stream_options.include_usage` */
  readonly includeUsage: boolean;
}

/** An answer as chunks of a chat completion. */
export function writeChatStream(context: TranslationContext, options: ChatStreamOptions): AnswerWriter {
  let head: JsonObject = {};
  let open: OpenBlock | null = null;
  let thinkingText = '';
  let toolIndex = -1;
  let thinking: readonly JsonObject[] = [];

  function chunk(delta: JsonObject, finishReason: string | null = null): ServerSentEvent {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    return event({ ...head, choices: [choice], ...(options.includeUsage ? { usage: null } : {}) });
  }

  function opened(block: OpenBlock): readonly ServerSentEvent[] {
    open = block;
    thinkingText = '';
    if (block.kind === 'redacted') return addThinking({ kind: 'redacted', data: block.data });
    if (block.kind !== 'tool') return [];
    toolIndex++;
    const started = { index: toolIndex, id: block.id, type: 'function', function: { name: block.name, arguments: '' } };
    return [chunk({ tool_calls: [started] })];
  }

  function said(text: string): readonly ServerSentEvent[] {
    switch (open?.kind) {
      case 'text':
        return [chunk({ content: text })];
      case 'refusal':
        return [chunk({ refusal: text })];
      case 'thinking':
        thinkingText += text;
        return [chunk({ reasoning_content: text })];
      case 'tool':
        return [chunk({ tool_calls: [{ index: toolIndex, function: { arguments: text } }] })];
      case 'redacted':
      case undefined:
        return [];
    }
  }

  function addThinking(block: AnswerBlock): readonly ServerSentEvent[] {
    const added = thinkingBlocks(block);
    if (added.length === 0) return [];
    thinking = [...thinking, ...added];
    return [chunk({ thinking_blocks: thinking })];
  }

  function usageChunk(usage: Usage): readonly ServerSentEvent[] {
    return options.includeUsage ? [event({ ...head, choices: [], usage: writeChatUsage(usage) })] : [];
  }

  return {
    write(answerEvent) {
      switch (answerEvent.type) {
        case 'start':
          head = {
            id: answerEvent.id,
            object: 'chat.completion.chunk',
            created: answerEvent.created ?? context.nowSeconds(),
            model: answerEvent.model,
          };
          return [chunk({ role: 'assistant', content: '' })];
        case 'open':
          return opened(answerEvent.block);
        case 'text':
          return said(answerEvent.text);
        case 'annotations':
          return [chunk({ annotations: answerEvent.annotations })];
        case 'close': {
          const closing = open;
          open = null;
          if (closing?.kind !== 'thinking') return [];
          return addThinking({ kind: 'thinking', text: thinkingText, signature: answerEvent.signature });
        }
        case 'end':
          return [
            chunk({}, writeFinishReason(answerEvent.stop)),
            ...usageChunk(answerEvent.usage),
            { event: null, data: '[DONE]' },
          ];
      }
    },
    fail: (failure) => [event(chatError(failure))],
  };
}

function event(body: JsonObject): ServerSentEvent {
  return { event: null, data: JSON.stringify(body) };
}
