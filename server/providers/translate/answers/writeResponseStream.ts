import type { JsonObject } from '../../json.ts';
import type { ServerSentEvent, StreamFailure, TranslationContext } from '../../types.ts';
import { emptyBlock, type AnswerBlock, type AnswerEvent, type AnswerWriter, type OpenBlock } from './answer.ts';
import {
  annotation,
  itemPrefix,
  messagePart,
  outputItem,
  reasoningPart,
  summaryPart,
  type ItemStatus,
} from './responseItems.ts';
import {
  endedResponse,
  failedResponse,
  endStatus,
  reasoningPlace,
  responseHead,
  unfinishedResponse,
  type ResponseHead,
} from './responseObject.ts';

/** An item whose events are being sent. */
interface OpenItem {
  readonly id: string;
  block: AnswerBlock;
  /** False until its first text: an item without text has no part. */
  hasPart: boolean;
}

/** An answer as the events of a streamed response, https://platform.openai.com/docs/api-reference/responses-streaming */
export function writeResponseStream(request: JsonObject, context: TranslationContext): AnswerWriter {
  const reasoning = reasoningPlace(request);
  let head: ResponseHead | null = null;
  let sequence = 0;
  let item: OpenItem | null = null;
  /** True when the item's block has closed; its last events wait for what comes next, because the end tells its status. */
  let closed = false;
  const output: JsonObject[] = [];

  function event(type: string, fields: JsonObject): ServerSentEvent {
    return { event: type, data: JSON.stringify({ type, sequence_number: sequence++, ...fields }) };
  }

  /** An event about the open item. */
  function itemEvent(type: string, target: OpenItem, fields: JsonObject): ServerSentEvent {
    return event(type, { item_id: target.id, output_index: output.length, ...fields });
  }

  function begin(model: string): readonly ServerSentEvent[] {
    head = responseHead(request, model, context);
    const response = unfinishedResponse(head);
    return [event('response.created', { response }), event('response.in_progress', { response })];
  }

  function open(block: OpenBlock): readonly ServerSentEvent[] {
    const started: OpenItem = {
      id: context.createId(itemPrefix(block.kind)),
      block: emptyBlock(block),
      hasPart: false,
    };
    item = started;
    closed = false;
    const added = outputItem(started.block, started.id, 'in_progress', reasoning);
    return [event('response.output_item.added', { output_index: output.length, item: added })];
  }

  function say(target: OpenItem, text: string, logprobs: readonly JsonObject[]): readonly ServerSentEvent[] {
    const begun = target.hasPart ? [] : partEvents(target, 'added');
    target.hasPart = true;
    target.block = longer(target.block, text, logprobs);
    return [...begun, deltaEvent(target, text, logprobs)];
  }

  function deltaEvent(target: OpenItem, delta: string, logprobs: readonly JsonObject[]): ServerSentEvent {
    switch (target.block.kind) {
      case 'text':
        return itemEvent('response.output_text.delta', target, { content_index: 0, delta, logprobs });
      case 'refusal':
        return itemEvent('response.refusal.delta', target, { content_index: 0, delta });
      case 'tool':
        return itemEvent('response.function_call_arguments.delta', target, { delta });
      case 'thinking':
      case 'redacted':
        return reasoning === 'summary'
          ? itemEvent('response.reasoning_summary_text.delta', target, { summary_index: 0, delta })
          : itemEvent('response.reasoning_text.delta', target, { content_index: 0, delta });
    }
  }

  /** The event with which the part of an item begins or ends; a call has none. */
  function partEvents(target: OpenItem, state: 'added' | 'done'): readonly ServerSentEvent[] {
    const { block } = target;
    switch (block.kind) {
      case 'text':
      case 'refusal':
        return [itemEvent(`response.content_part.${state}`, target, { content_index: 0, part: messagePart(block) })];
      case 'thinking':
        return reasoning === 'summary'
          ? [
              itemEvent(`response.reasoning_summary_part.${state}`, target, {
                summary_index: 0,
                part: summaryPart(block.text),
              }),
            ]
          : [
              itemEvent(`response.content_part.${state}`, target, {
                content_index: 0,
                part: reasoningPart(block.text),
              }),
            ];
      case 'tool':
      case 'redacted':
        return [];
    }
  }

  function textDone(target: OpenItem): readonly ServerSentEvent[] {
    const { block } = target;
    switch (block.kind) {
      case 'text': {
        const { text, logprobs } = block;
        return [itemEvent('response.output_text.done', target, { content_index: 0, text, logprobs })];
      }
      case 'refusal':
        return [itemEvent('response.refusal.done', target, { content_index: 0, refusal: block.text })];
      case 'tool':
        return [itemEvent('response.function_call_arguments.done', target, { arguments: block.arguments })];
      case 'thinking':
        return reasoning === 'summary'
          ? [itemEvent('response.reasoning_summary_text.done', target, { summary_index: 0, text: block.text })]
          : [itemEvent('response.reasoning_text.done', target, { content_index: 0, text: block.text })];
      case 'redacted':
        return [];
    }
  }

  /** The last events of the open item. */
  function finish(status: ItemStatus): readonly ServerSentEvent[] {
    if (item === null) return [];
    const done = outputItem(item.block, item.id, status, reasoning);
    const parts = item.hasPart || item.block.kind === 'tool' ? [...textDone(item), ...partEvents(item, 'done')] : [];
    const events = [...parts, event('response.output_item.done', { output_index: output.length, item: done })];
    output.push(done);
    item = null;
    return events;
  }

  function annotate(target: OpenItem, annotations: readonly JsonObject[]): readonly ServerSentEvent[] {
    const { block } = target;
    if (block.kind !== 'text') return [];
    const first = block.annotations.length;
    target.block = { ...block, annotations: [...block.annotations, ...annotations] };
    return annotations.map((value, position) =>
      itemEvent('response.output_text.annotation.added', target, {
        content_index: 0,
        annotation_index: first + position,
        annotation: annotation(value),
      }),
    );
  }

  function end(ended: Extract<AnswerEvent, { type: 'end' }>): readonly ServerSentEvent[] {
    const last = finish(endStatus(ended.stop));
    const response = endedResponse(head ?? responseHead(request, '', context), output, ended, context);
    return [...last, event(`response.${endStatus(ended.stop)}`, { response })];
  }

  function fail(failure: StreamFailure): readonly ServerSentEvent[] {
    const begun = head === null ? begin('') : [];
    const last = finish(closed ? 'completed' : 'incomplete');
    const response = failedResponse(head ?? responseHead(request, '', context), output, failure);
    return [...begun, ...last, event('response.failed', { response })];
  }

  return {
    write(answerEvent) {
      switch (answerEvent.type) {
        case 'start':
          return begin(answerEvent.model);
        case 'open':
          return [...finish('completed'), ...open(answerEvent.block)];
        case 'text':
          return item === null ? [] : say(item, answerEvent.text, answerEvent.logprobs);
        case 'annotations':
          return item === null ? [] : annotate(item, answerEvent.annotations);
        case 'close':
          closed = true;
          if (item?.block.kind === 'thinking') item.block = { ...item.block, signature: answerEvent.signature };
          return [];
        case 'end':
          return end(answerEvent);
      }
    },
    fail,
  };
}

function longer(block: AnswerBlock, text: string, logprobs: readonly JsonObject[]): AnswerBlock {
  switch (block.kind) {
    case 'text':
      return { ...block, text: block.text + text, logprobs: [...block.logprobs, ...logprobs] };
    case 'tool':
      return { ...block, arguments: block.arguments + text };
    case 'refusal':
    case 'thinking':
      return { ...block, text: block.text + text };
    case 'redacted':
      return block;
  }
}
