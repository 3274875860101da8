import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import type { ProviderProtocol } from '../../../types.ts';
import { NO_ARGUMENTS } from '../../common/arguments.ts';
import { isAbsent, listOf, objectsOf, present, textOf } from '../../common/read.ts';
import { reasoningFieldOf, unsealThinking } from '../../common/reasoning.ts';
import { refusal } from '../../common/refuse.ts';
import { chatContent } from '../messagesToChat/blocks.ts';
import { reasoning, toolMessage } from '../messagesToChat/conversation.ts';

/** The items of a request's `input`; a text stands for one message of the user. */
export function inputItems(input: AnyJson | undefined): readonly JsonObject[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return listOf(input).map((item, index) => {
    if (!isJsonObject(item)) throw refusal(`input[${index}]`, 'An input item must be an object.');
    return item;
  });
}

/**
 * Input items of a response as messages of chat completions. Reasoning, text and calls that follow each other are one message of
 * the assistant.
 * @param provider - the protocol that the messages go on to: it decides how reasoning and images of tools travel
 */
export function itemMessages(items: readonly JsonObject[], provider: ProviderProtocol): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let assistant: JsonObject | null = null;
  /** What results of tools hold beside text, for the user's message that follows them. */
  let rest: readonly JsonObject[] = [];
  const loopStart = toolLoopStart(items);

  const flushRest = () => {
    if (rest.length > 0) messages.push({ role: 'user', content: chatContent(rest) });
    rest = [];
  };
  const extendAssistant = (fields: (before: JsonObject) => JsonObject) => {
    flushRest();
    const before: JsonObject = assistant ?? { role: 'assistant', content: null };
    const extended = { ...before, ...fields(before) };
    if (assistant === null) messages.push(extended);
    else messages[messages.length - 1] = extended;
    assistant = extended;
  };
  const push = (message: JsonObject) => {
    assistant = null;
    messages.push(message);
  };

  for (const [index, item] of items.entries()) {
    const at = `input[${index}]`;
    switch (textOf(item['type']) || 'message') {
      case 'message':
        if (item['role'] === 'assistant') {
          extendAssistant((before) => assistantText(before, messageParts(item['content'], `${at}.content`)));
        } else {
          const parts = messageParts(item['content'], `${at}.content`);
          if (item['role'] !== 'user') flushRest();
          push({
            role: messageRole(item, at),
            content: chatContent(item['role'] === 'user' ? [...rest, ...parts] : parts),
          });
          rest = [];
        }
        break;
      case 'function_call':
        extendAssistant((before) => ({ tool_calls: [...objectsOf(before['tool_calls']), functionCall(item)] }));
        break;
      case 'function_call_output': {
        const output = functionOutput(item, at, provider);
        push(output.message);
        rest = [...rest, ...output.rest];
        break;
      }
      case 'reasoning': {
        const fields = reasoningFields(item, provider, index >= loopStart);
        if (fields !== null) extendAssistant((before) => joinReasoning(before, fields));
        break;
      }
      case 'item_reference':
        throw refusal(`${at}.id`, 'This item is not stored here.');
      default:
        throw refusal(`${at}.type`, 'The provider of this model does not take input items of this type.');
    }
  }
  flushRest();
  return messages.filter(saysSomething);
}

/** Reasoning whose text and calls are missing says nothing. */
function saysSomething(message: JsonObject): boolean {
  return message['role'] !== 'assistant' || message['content'] !== null || message['tool_calls'] !== undefined;
}

/** Where the calls of tools begin that still go on: after the user's last message. */
function toolLoopStart(items: readonly JsonObject[]): number {
  return items.findLastIndex((item) => item['role'] === 'user') + 1;
}

function messageRole(item: JsonObject, at: string): string {
  const { role } = item;
  if (role === 'user' || role === 'system') return role;
  if (role === 'developer') return 'system';
  throw refusal(`${at}.role`, 'The role of a message must be user, assistant, system or developer.');
}

function messageParts(content: AnyJson | undefined, at: string): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).map((part, index) => {
    if (!isJsonObject(part)) throw refusal(`${at}[${index}]`, 'A content part must be an object.');
    return messagePart(part, `${at}[${index}]`);
  });
}

function messagePart(part: JsonObject, at: string): JsonObject {
  switch (textOf(part['type'])) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: textOf(part['text']), ...marks(part) };
    case 'refusal':
      return { type: 'text', text: textOf(part['refusal']) };
    case 'input_image':
      return { ...imagePart(part, at), ...marks(part) };
    case 'input_file':
      return { ...filePart(part, at), ...marks(part) };
    default:
      throw refusal(`${at}.type`, 'The provider of this model does not take content parts of this type.');
  }
}

/** Marks of what is worth caching. */
function marks(part: JsonObject): JsonObject {
  return present({ cache_control: part['cache_control'], prompt_cache_breakpoint: part['prompt_cache_breakpoint'] });
}

function imagePart(part: JsonObject, at: string): JsonObject {
  const url = textOf(part['image_url']);
  if (url === '') {
    throw refusal(at, 'Images stored at a provider cannot be used here: send image_url.', 'image_not_supported');
  }
  return { type: 'image_url', image_url: { url, ...present({ detail: part['detail'] }) } };
}

function filePart(part: JsonObject, at: string): JsonObject {
  const data = textOf(part['file_data']);
  if (data === '') throw refusal(at, 'Files must come with their data: send file_data.', 'file_not_supported');
  return { type: 'file', file: { ...present({ filename: part['filename'] }), file_data: data } };
}

/** Joins the texts of assistant messages that follow each other: simple servers take one text only. */
function assistantText(before: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const text = parts.map((part) => textOf(part['text'])).join('');
  return { content: textOf(before['content']) + text };
}

function functionCall(item: JsonObject): JsonObject {
  return {
    id: textOf(item['call_id']),
    type: 'function',
    function: { name: textOf(item['name']), arguments: textOf(item['arguments']) || NO_ARGUMENTS },
  };
}

/** Messages take images in the result of a tool, chat completions only text. */
function functionOutput(item: JsonObject, at: string, provider: ProviderProtocol): ReturnType<typeof toolMessage> {
  const callId = textOf(item['call_id']);
  const parts = messageParts(item['output'], `${at}.output`);
  if (provider === 'chat') return toolMessage(callId, parts);
  return { message: { role: 'tool', tool_call_id: callId, content: chatContent(parts) }, rest: [] };
}

/** The reasoning of an item, as the provider's protocol takes it back; null when it has no use for it. */
function reasoningFields(item: JsonObject, provider: ProviderProtocol, inToolLoop: boolean): JsonObject | null {
  if (isAbsent(item['encrypted_content'])) return null;
  const blocks = unsealThinking(textOf(item['encrypted_content']));
  if (provider === 'chat') {
    const fields = inToolLoop ? reasoning(blocks) : {};
    return Object.keys(fields).length > 0 ? fields : null;
  }
  const own = blocks.filter((block) => reasoningFieldOf(textOf(block['signature'])) === undefined);
  return own.length > 0 ? { thinking_blocks: own } : null;
}

function joinReasoning(before: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, AnyJson] => {
      const earlier = before[name];
      if (typeof value === 'string') return [name, textOf(earlier) + value];
      return [name, [...objectsOf(earlier), ...objectsOf(value)]];
    }),
  );
}
