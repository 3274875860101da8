import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { maxTokensField, takesReasoningEffort } from '../../common/models.ts';
import { countOf, listOf, objectOf, present, textOf, textsOf } from '../../common/read.ts';
import { refusal, refuseParameters } from '../../common/refuse.ts';
import { shortToolName } from '../../common/toolNames.ts';
import { isStrictSchema } from '../strictSchema.ts';
import { chatMessages } from './conversation.ts';

/** OpenAI refuses longer names of users. */
const MAX_USER_LENGTH = 64;

/** Budgets of thinking up to which an effort is meant. */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 16_384;

/** Parameters that would change what the caller gets, and that only Anthropic has something for. */
const REFUSED = Object.freeze({
  mcp_servers: (value: unknown) => Array.isArray(value) && value.length > 0,
  thread: () => true,
});

/**
 * A request of messages as one of chat completions.
 * @throws AppError invalid_request, image_not_supported, file_not_supported
 */
export function messagesToChat(body: JsonObject): JsonObject {
  refuseParameters(body, REFUSED);
  if (body['max_tokens'] === 0) {
    throw refusal('max_tokens', "This model's provider has no cache that could be filled without an answer.");
  }
  const model = textOf(body['model']);
  const streams = body['stream'] === true;
  return {
    ...present({ model: body['model'] }),
    messages: chatMessages(body['messages'], body['system']),
    ...toolFields(body),
    ...present({
      [maxTokensField(model)]: body['max_tokens'],
      temperature: body['temperature'],
      top_p: body['top_p'],
      stop: textsOf(body['stop_sequences']).length > 0 ? body['stop_sequences'] : null,
      response_format: responseFormat(body),
      reasoning_effort: takesReasoningEffort(model) ? reasoningEffort(body) : null,
      user: userName(body),
      stream: body['stream'],
      // Without it the stream would not tell its usage, which every streamed message ends with.
      stream_options: streams ? { include_usage: true } : null,
    }),
  };
}

function toolFields(body: JsonObject): JsonObject {
  const defined = listOf(body['tools']);
  if (defined.length === 0) return {};
  const choice = objectOf(body['tool_choice']);
  return {
    tools: defined.map((tool, index) => functionTool(objectOf(tool), `tools.${index}`)),
    ...present({
      tool_choice: toolChoice(choice),
      parallel_tool_calls: choice['disable_parallel_tool_use'] === true ? false : null,
    }),
  };
}

function functionTool(tool: JsonObject, at: string): JsonObject {
  const type = tool['type'] ?? 'custom';
  if (type !== 'custom') {
    throw refusal(`${at}.type`, 'The provider of this model knows only tools that the request defines itself.');
  }
  return {
    type: 'function',
    function: {
      name: shortToolName(textOf(tool['name'])),
      ...present({ description: tool['description'] }),
      parameters: tool['input_schema'] ?? { type: 'object', properties: {} },
      ...present({ strict: tool['strict'] === true && isStrictSchema(tool['input_schema']) ? true : null }),
    },
  };
}

function toolChoice(choice: JsonObject): AnyJson {
  switch (textOf(choice['type'])) {
    case 'auto':
      return 'auto';
    case 'none':
      return 'none';
    case 'any':
      return 'required';
    case 'tool':
      return { type: 'function', function: { name: shortToolName(textOf(choice['name'])) } };
    default:
      return null;
  }
}

/** `output_format` is the name that the field had while it was a beta. */
function responseFormat(body: JsonObject): JsonObject | null {
  const format = objectOf(objectOf(body['output_config'])['format'] ?? body['output_format']);
  const { schema } = format;
  if (format['type'] !== 'json_schema' || !isJsonObject(schema)) return null;
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: isStrictSchema(schema) } };
}

function reasoningEffort(body: JsonObject): string | null {
  const effort = textOf(objectOf(body['output_config'])['effort']);
  if (effort !== '') return effort;
  const thinking = objectOf(body['thinking']);
  if (thinking['type'] !== 'enabled') return null;
  const budget = countOf(thinking['budget_tokens']) ?? 0;
  if (budget <= LOW_BUDGET) return 'low';
  return budget <= MEDIUM_BUDGET ? 'medium' : 'high';
}

function userName(body: JsonObject): string | null {
  const name = textOf(objectOf(body['metadata'])['user_id']);
  return name === '' || name.length > MAX_USER_LENGTH ? null : name;
}
