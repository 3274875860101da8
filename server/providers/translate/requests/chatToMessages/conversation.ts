import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { argumentsObject, toolUseId } from '../../common/arguments.ts';
import { listOf, objectOf, objectsOf, textOf } from '../../common/read.ts';
import { isThinkingBlock, reasoningFieldOf } from '../../common/reasoning.ts';
import { refusal } from '../../common/refuse.ts';
import { cacheControl, contentBlocks } from './parts.ts';

/** A turn of the messages protocol, which wants the speakers to alternate. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

export interface Conversation {
  /** Text blocks. */
  readonly system: readonly JsonObject[];
  readonly turns: readonly Turn[];
}

/**
 * Messages of chat completions as a conversation of the messages protocol. System and developer messages come together at the
 * top, wherever they stood; the results of tools and the user's next message are one turn.
 */
export function readConversation(messages: AnyJson | undefined): Conversation {
  const system: JsonObject[] = [];
  const turns: Turn[] = [];
  const add = (role: Turn['role'], content: readonly JsonObject[]) => {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: [...last.content, ...content] };
    else if (content.length > 0) turns.push({ role, content });
  };
  for (const [index, message] of listOf(messages).entries()) {
    const at = `messages[${index}]`;
    if (!isJsonObject(message)) throw refusal(at, 'A message must be an object.');
    switch (textOf(message['role'])) {
      case 'system':
      case 'developer':
        system.push(...marked(contentBlocks(message['content'], `${at}.content`), message));
        break;
      case 'user':
        add('user', marked(contentBlocks(message['content'], `${at}.content`), message));
        break;
      case 'assistant':
        add('assistant', marked(assistantBlocks(message, at), message));
        break;
      case 'tool':
        add('user', [toolResult(message, at)]);
        break;
      default:
        throw refusal(`${at}.role`, 'The provider of this model does not take messages of this role.');
    }
  }
  return { system, turns };
}

/** Puts the cache mark of a message on its last block. */
function marked(blocks: readonly JsonObject[], message: JsonObject): readonly JsonObject[] {
  const last = blocks.at(-1);
  return last === undefined ? blocks : [...blocks.slice(0, -1), { ...last, ...cacheControl(message) }];
}

function assistantBlocks(message: JsonObject, at: string): readonly JsonObject[] {
  const refused = textOf(message['refusal']);
  const calls = listOf(message['tool_calls']);
  return [
    ...objectsOf(message['thinking_blocks']).filter(isOwnThinking),
    ...contentBlocks(message['content'], `${at}.content`),
    ...(refused === '' ? [] : [{ type: 'text', text: refused }]),
    ...calls.map((call, index) => toolUse(objectOf(call), `${at}.tool_calls[${index}]`)),
  ];
}

/** Thinking of another provider's model carries no signature that this one would accept. */
function isOwnThinking(block: JsonObject): boolean {
  return isThinkingBlock(block) && reasoningFieldOf(textOf(block['signature'])) === undefined;
}

function toolUse(call: JsonObject, at: string): JsonObject {
  if (call['type'] !== undefined && call['type'] !== 'function') {
    throw refusal(`${at}.type`, 'The provider of this model knows calls of functions only.');
  }
  const called = objectOf(call['function']);
  return {
    type: 'tool_use',
    id: toolUseId(textOf(call['id'])),
    name: textOf(called['name']),
    input: argumentsObject(textOf(called['arguments'])),
  };
}

function toolResult(message: JsonObject, at: string): JsonObject {
  const { content } = message;
  const blocks = Array.isArray(content) ? contentBlocks(content, `${at}.content`) : textOf(content);
  return {
    type: 'tool_result',
    tool_use_id: toolUseId(textOf(message['tool_call_id'])),
    ...(blocks.length > 0 ? { content: blocks } : {}),
    ...cacheControl(message),
  };
}
