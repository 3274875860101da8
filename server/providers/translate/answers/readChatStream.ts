import type { AnyJson, JsonObject } from '../../json.ts';
import type { TranslationContext } from '../../types.ts';
import { countOf, isAbsent, objectOf, objectsOf, parseObject, textOf } from '../common/read.ts';
import { AnswerFailed, NO_USAGE, type AnswerEvent, type AnswerReader, type Usage } from './answer.ts';
import { createBlockQueue } from './blockQueue.ts';
import { CUT_SHORT, MALFORMED, readFailure } from './failures.ts';
import { contentPieces } from './readChat.ts';
import { readChatStop } from './stops.ts';
import { readChatUsage } from './usage.ts';

/** The end of a stream of chat completions. */
const DONE = '[DONE]';

/** Reads the chunks of a chat completion. Only the first choice is an answer. */
export function readChatStream(context: TranslationContext): AnswerReader {
  const blocks = createBlockQueue(context);
  let started = false;
  let finish: { readonly finish_reason: AnyJson; readonly stop_reason: AnyJson | undefined } | null = null;
  let refusal = '';
  let usage: Usage = NO_USAGE;

  function readChunk(chunk: JsonObject): readonly AnswerEvent[] {
    if (!isAbsent(chunk['error'])) throw new AnswerFailed(readFailure(chunk['error']));
    const events: AnswerEvent[] = [];
    if (!started) {
      started = true;
      events.push({
        type: 'start',
        id: textOf(chunk['id']) || context.createId('chatcmpl-'),
        model: textOf(chunk['model']),
        created: countOf(chunk['created']),
        usage: NO_USAGE,
      });
    }
    if (!isAbsent(chunk['usage'])) usage = readChatUsage(chunk['usage']);
    const choice = objectsOf(chunk['choices']).find((item) => (item['index'] ?? 0) === 0);
    if (choice !== undefined) events.push(...readChoice(choice));
    return events;
  }

  function readChoice(choice: JsonObject): readonly AnswerEvent[] {
    if (!isAbsent(choice['error'])) throw new AnswerFailed(readFailure(choice['error']));
    const delta = objectOf(choice['delta']);
    const logprobs = objectsOf(objectOf(choice['logprobs'])['content']);
    const events: AnswerEvent[] = [];
    for (const piece of contentPieces(delta)) {
      if (piece.kind === 'refusal') refusal += piece.text;
      events.push(...blocks.content(piece, piece.kind === 'text' ? logprobs : []));
    }
    const annotations = objectsOf(delta['annotations']);
    if (annotations.length > 0) events.push(...blocks.annotate(annotations));
    for (const call of objectsOf(delta['tool_calls'])) events.push(...blocks.toolCall(call));
    if (!isAbsent(choice['finish_reason']) && finish === null) {
      finish = { finish_reason: choice['finish_reason'], stop_reason: choice['stop_reason'] };
      events.push(...blocks.closeAll());
    }
    return events;
  }

  function end(): readonly AnswerEvent[] {
    if (finish === null) throw new AnswerFailed(CUT_SHORT);
    return [
      ...blocks.closeAll(),
      { type: 'end', stop: readChatStop(finish, blocks.calledTools(), refusal || null), usage },
    ];
  }

  return {
    read(event) {
      if (event.data.trim() === DONE) return end();
      if (event.data.trim() === '') return [];
      const chunk = parseObject(event.data);
      if (chunk === undefined) throw new AnswerFailed(MALFORMED);
      return event.event === 'error' ? failed(chunk) : readChunk(chunk);
    },
    end,
  };
}

function failed(body: JsonObject): never {
  throw new AnswerFailed(readFailure(body['error'] ?? body));
}
