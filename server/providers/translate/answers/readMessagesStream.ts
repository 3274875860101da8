import type { JsonObject } from '../../json.ts';
import type { TranslationContext } from '../../types.ts';
import { argumentsText } from '../common/arguments.ts';
import { objectOf, parseObject, textOf } from '../common/read.ts';
import {
  AnswerFailed,
  NO_USAGE,
  type AnswerEvent,
  type AnswerReader,
  type OpenBlock,
  type Stop,
  type Usage,
} from './answer.ts';
import { CUT_SHORT, MALFORMED, readFailure } from './failures.ts';
import { refusalBlocks } from './readMessages.ts';
import { readMessagesStop } from './stops.ts';
import { readMessagesUsage } from './usage.ts';

/** A content block that the provider has begun. */
interface StartedBlock {
  readonly open: OpenBlock;
  /** False while nothing of it was passed on: an empty text stays unsaid. */
  opened: boolean;
  /** True when any of its text came. */
  hasText: boolean;
  /** Of a tool: the input that came with its beginning. */
  readonly input: string;
  signature: string;
}

/** Reads the events of a streamed message. `ping` and events that nobody knows say nothing. */
export function readMessagesStream(context: TranslationContext): AnswerReader {
  let started = false;
  let block: StartedBlock | null = null;
  let stop: Stop | null = null;
  let usage: Usage = NO_USAGE;

  function start(message: JsonObject): readonly AnswerEvent[] {
    if (started) return [];
    started = true;
    usage = readMessagesUsage(message['usage']);
    const id = textOf(message['id']) || context.createId('msg_');
    return [{ type: 'start', id, model: textOf(message['model']), created: null, usage }];
  }

  function openBlock(content: JsonObject): readonly AnswerEvent[] {
    const before = closeBlock();
    const open = openBlockOf(content, context);
    if (open === undefined) return before;
    block = {
      open,
      opened: false,
      hasText: false,
      input: argumentsText(content['input']),
      signature: textOf(content['signature']),
    };
    const text = textOf(content['text']) || textOf(content['thinking']);
    if (open.kind === 'text') return [...before, ...say(block, text)];
    block.opened = true;
    return [...before, { type: 'open', block: open }, ...say(block, text)];
  }

  function say(target: StartedBlock, text: string): readonly AnswerEvent[] {
    if (text === '') return [];
    const events: AnswerEvent[] = [];
    if (!target.opened) events.push({ type: 'open', block: target.open });
    target.opened = true;
    target.hasText = true;
    events.push({ type: 'text', text, logprobs: [] });
    return events;
  }

  function readDelta(delta: JsonObject): readonly AnswerEvent[] {
    if (block === null) return [];
    switch (textOf(delta['type'])) {
      case 'text_delta':
        return block.open.kind === 'text' ? say(block, textOf(delta['text'])) : [];
      case 'thinking_delta':
        return block.open.kind === 'thinking' ? say(block, textOf(delta['thinking'])) : [];
      case 'input_json_delta':
        return block.open.kind === 'tool' ? say(block, textOf(delta['partial_json'])) : [];
      case 'signature_delta':
        block.signature = textOf(delta['signature']);
        return [];
      default:
        return [];
    }
  }

  function closeBlock(): readonly AnswerEvent[] {
    if (block === null) return [];
    const closing = block;
    block = null;
    // A tool without arguments, or one whose input came whole with its beginning.
    const rest = closing.open.kind === 'tool' && !closing.hasText ? say(closing, closing.input) : [];
    return closing.opened ? [...rest, { type: 'close', signature: closing.signature }] : [];
  }

  function readEvent(body: JsonObject): readonly AnswerEvent[] {
    switch (textOf(body['type'])) {
      case 'message_start':
        return start(objectOf(body['message']));
      case 'content_block_start':
        return [...start({}), ...openBlock(objectOf(body['content_block']))];
      case 'content_block_delta':
        return readDelta(objectOf(body['delta']));
      case 'content_block_stop':
        return closeBlock();
      case 'message_delta':
        usage = readMessagesUsage(body['usage'], usage);
        stop = readMessagesStop(objectOf(body['delta']));
        return [];
      case 'message_stop':
        if (stop === null) throw new AnswerFailed(CUT_SHORT);
        return [...start({}), ...closeBlock(), ...refusal(stop), { type: 'end', stop, usage }];
      case 'error':
        throw new AnswerFailed(readFailure(body['error']));
      default:
        return [];
    }
  }

  return {
    read(event) {
      if (event.data.trim() === '') return [];
      const body = parseObject(event.data);
      if (body === undefined) throw new AnswerFailed(MALFORMED);
      return readEvent(event.event === 'error' ? { ...body, type: 'error' } : body);
    },
    end() {
      throw new AnswerFailed(CUT_SHORT);
    },
  };
}

function refusal(stop: Stop): readonly AnswerEvent[] {
  return refusalBlocks(stop).flatMap(({ kind, text }): readonly AnswerEvent[] => [
    { type: 'open', block: { kind } },
    { type: 'text', text, logprobs: [] },
    { type: 'close', signature: '' },
  ]);
}

function openBlockOf(content: JsonObject, context: TranslationContext): OpenBlock | undefined {
  switch (textOf(content['type'])) {
    case 'text':
      return { kind: 'text' };
    case 'thinking':
      return { kind: 'thinking' };
    case 'redacted_thinking':
      return { kind: 'redacted', data: textOf(content['data']) };
    case 'tool_use':
      return { kind: 'tool', id: textOf(content['id']) || context.createId('toolu_'), name: textOf(content['name']) };
    default:
      return undefined;
  }
}
