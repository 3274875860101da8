import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { argumentsText } from '../../common/arguments.ts';
import { listOf, textOf } from '../../common/read.ts';
import { reasoningFieldOf } from '../../common/reasoning.ts';
import { refusal } from '../../common/refuse.ts';
import { shortToolName } from '../../common/toolNames.ts';
import { blocksOf, chatContent, contentParts } from './blocks.ts';

/**
 * Messages of the messages protocol as messages of chat completions.
 * @param messages - `messages` of the request
 * @param system - `system` of the request
 */
export function chatMessages(messages: AnyJson | undefined, system: AnyJson | undefined): readonly JsonObject[] {
  const turns = listOf(messages).map((message, index) => {
    if (!isJsonObject(message)) throw refusal(`messages.${index}`, 'A message must be an object.');
    return message;
  });
  const loopStart = toolLoopStart(turns);
  return [
    ...systemMessages(system, 'system'),
    ...turns.flatMap((message, index) => {
      const at = `messages.${index}.content`;
      switch (textOf(message['role'])) {
        case 'user':
          return userMessages(blocksOf(message['content'], at), at);
        case 'assistant':
          return assistantMessages(blocksOf(message['content'], at), index >= loopStart);
        case 'system':
          return systemMessages(message['content'], at);
        default:
          throw refusal(`messages.${index}.role`, 'The role of a message must be user, assistant or system.');
      }
    }),
  ];
}

function systemMessages(content: AnyJson | undefined, at: string): readonly JsonObject[] {
  const parts = blocksOf(content, at).flatMap((block, index) => contentParts(block, `${at}.${index}`));
  return parts.length === 0 ? [] : [{ role: 'system', content: chatContent(parts) }];
}

/**
 * Where the calls of tools begin that still go on: after the last turn in which the user said something. Only in there models
 * want their reasoning back; elsewhere some servers refuse it.
 */
function toolLoopStart(turns: readonly JsonObject[]): number {
  const saidByUser = (turn: JsonObject) =>
    turn['role'] === 'user' && !blocksOf(turn['content'], '').some((block) => block['type'] === 'tool_result');
  return turns.findLastIndex(saidByUser) + 1;
}

/** Results come first, each in a message of its own, because they must follow the calls. */
function userMessages(blocks: readonly JsonObject[], at: string): readonly JsonObject[] {
  const results: JsonObject[] = [];
  const parts: JsonObject[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block['type'] !== 'tool_result') {
      parts.push(...contentParts(block, `${at}.${index}`));
      continue;
    }
    const result = blocksOf(block['content'], `${at}.${index}.content`)
      .filter((item) => item['type'] !== 'tool_reference')
      .flatMap((item, position) => contentParts(item, `${at}.${index}.content.${position}`));
    const { message, rest } = toolMessage(textOf(block['tool_use_id']), result);
    results.push(message);
    parts.push(...rest);
  }
  return parts.length === 0 ? results : [...results, { role: 'user', content: chatContent(parts) }];
}

/**
 * The result of a tool. Chat completions take only text in it: images and files go to the user's message that follows.
 * @param parts - its content as parts of a chat message
 */
export function toolMessage(
  callId: string,
  parts: readonly JsonObject[],
): { readonly message: JsonObject; readonly rest: readonly JsonObject[] } {
  const texts = parts.filter((part) => part['type'] === 'text');
  const others = parts.filter((part) => part['type'] !== 'text');
  const message = (content: AnyJson) => ({ role: 'tool', tool_call_id: callId, content });
  if (others.length === 0) return { message: message(chatContent(texts)), rest: [] };
  const note = `The images and files of this result (${callId}) are in the next message of the user.`;
  return {
    message: message(chatContent([...texts, { type: 'text', text: note }])),
    rest: [{ type: 'text', text: `Images and files of the tool result ${callId}:` }, ...others],
  };
}

/** Blocks of tools that ran at another provider are left out: what they found is in the text that follows them. */
function assistantMessages(blocks: readonly JsonObject[], inToolLoop: boolean): readonly JsonObject[] {
  const text = blocks.map((block) => (block['type'] === 'text' ? textOf(block['text']) : '')).join('');
  const calls = blocks.filter((block) => block['type'] === 'tool_use').map(toolCall);
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(inToolLoop ? reasoning(blocks) : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}

function toolCall(block: JsonObject): JsonObject {
  return {
    id: textOf(block['id']),
    type: 'function',
    function: { name: shortToolName(textOf(block['name'])), arguments: argumentsText(block['input']) },
  };
}

/** The model's reasoning in the field in which its server gave it. Thinking with a signature of Anthropic is no use to others. */
export function reasoning(blocks: readonly JsonObject[]): JsonObject {
  const texts: Record<string, string> = {};
  for (const block of blocks) {
    const field = block['type'] === 'thinking' ? reasoningFieldOf(textOf(block['signature'])) : undefined;
    if (field !== undefined) texts[field] = (texts[field] ?? '') + textOf(block['thinking']);
  }
  return texts;
}
