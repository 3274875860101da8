import { isJsonObject, type AnyJson, type JsonObject } from '../../../server/providers/types.ts';

/** What is wrong with a request, as the chat completions reference words it. */
export interface ChatFault {
  readonly status: number;
  readonly message: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** Fields of a chat completions request, https://platform.openai.com/docs/api-reference/chat/create */
const CHAT_FIELDS: ReadonlySet<string> = new Set([
  ...['messages', 'model', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...['max_completion_tokens', 'max_tokens', 'metadata', 'modalities', 'n', 'parallel_tool_calls', 'prediction'],
  ...['presence_penalty', 'prompt_cache_key', 'prompt_cache_retention', 'reasoning_effort', 'response_format'],
  ...['safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature'],
  ...['tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
]);
const ROLES: ReadonlySet<unknown> = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE_URL = /^(https?:\/\/|data:image\/(png|jpeg|jpg|gif|webp);base64,)/;
const PART_TYPES: ReadonlySet<unknown> = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal']);

const fault = (message: string, param: string | null, code: string | null = null, status = 400): ChatFault => ({
  status,
  message,
  param,
  code,
});
const missing = (param: string) =>
  fault(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
const wrongType = (param: string) => fault(`Invalid type for '${param}'.`, param, 'invalid_type');
const objects = (value: AnyJson | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly AnyJson[]).filter((entry) => isJsonObject(entry)) : [];

export interface ChatRules {
  readonly models: readonly string[];
  /** Fields that are refused although the reference has them. */
  readonly refusedFields: ReadonlySet<string>;
  /** Fields that the reference does not have. */
  readonly unknownFields: 'refused' | 'accepted';
  /** The model is named by the path (Azure). */
  readonly modelInPath: boolean;
}

/** First fault of a chat completions request; null when there is none. */
export function chatFault(body: JsonObject, rules: ChatRules): ChatFault | null {
  for (const name of Object.keys(body)) {
    const unknown = !CHAT_FIELDS.has(name) && rules.unknownFields === 'refused';
    if (unknown || rules.refusedFields.has(name))
      return fault(`Unknown parameter: '${name}'.`, name, 'unknown_parameter');
  }
  const model = body['model'];
  if (!rules.modelInPath) {
    if (model === undefined) return fault('you must provide a model parameter', null);
    if (typeof model !== 'string') return wrongType('model');
    if (!rules.models.includes(model)) {
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return fault(message, null, 'model_not_found', 404);
    }
  }
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    return fault("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  }
  if (body['max_tokens'] !== undefined && body['max_completion_tokens'] !== undefined) {
    return fault('max_tokens and max_completion_tokens cannot both be set.', 'max_tokens', 'invalid_parameter');
  }
  return messagesFault(body['messages']) ?? toolsFault(body) ?? formatFault(body['response_format']);
}

function messagesFault(messages: AnyJson | undefined): ChatFault | null {
  if (messages === undefined) return missing('messages');
  if (!Array.isArray(messages)) return wrongType('messages');
  if (messages.length === 0) return fault("Invalid 'messages': empty array.", 'messages', 'empty_array');
  /** Calls of the last assistant message that have no result yet. */
  let open = new Set<AnyJson | undefined>();
  for (const [index, message] of (messages as readonly AnyJson[]).entries()) {
    const at = `messages[${index}]`;
    if (!isJsonObject(message)) return wrongType(at);
    const { role, content } = message;
    if (!ROLES.has(role)) return fault(`Invalid value for '${at}.role'.`, `${at}.role`, 'invalid_value');
    if (role === 'tool') {
      if (!open.delete(message['tool_call_id']))
        return fault(
          "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `${at}.role`,
        );
    } else if (open.size > 0) {
      return fault(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        `${at}.role`,
      );
    }
    const calls = objects(message['tool_calls']);
    if (role === 'assistant') open = new Set(calls.map(({ id }) => id));
    const wrong = contentFault(
      content,
      calls.length > 0 || message['function_call'] !== undefined || typeof message['refusal'] === 'string',
      `${at}.content`,
    );
    if (wrong !== null) return wrong;
    for (const [call, { id, type, function: called }] of calls.entries()) {
      const name = isJsonObject(called) ? called['name'] : undefined;
      const given = isJsonObject(called) ? called['arguments'] : undefined;
      if (typeof id !== 'string' || type === undefined) return missing(`${at}.tool_calls[${call}].id`);
      if (type === 'function' && (typeof name !== 'string' || !FUNCTION_NAME.test(name) || typeof given !== 'string'))
        return wrongType(`${at}.tool_calls[${call}].function`);
    }
  }
  return open.size === 0
    ? null
    : fault(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        'messages',
      );
}

function contentFault(content: AnyJson | undefined, optional: boolean, at: string): ChatFault | null {
  if (content === undefined || content === null)
    return optional ? null : fault(`Invalid value for '${at}': expected a string, got null.`, at, 'invalid_type');
  if (typeof content === 'string') return null;
  if (!Array.isArray(content)) return wrongType(at);
  for (const [index, part] of (content as readonly AnyJson[]).entries()) {
    if (!isJsonObject(part) || !PART_TYPES.has(part['type']))
      return fault(`Invalid value: '${at}[${index}].type'.`, `${at}[${index}].type`, 'invalid_value');
    if (part['type'] === 'text' && typeof part['text'] !== 'string') return missing(`${at}[${index}].text`);
    if (part['type'] === 'image_url') {
      const image = part['image_url'];
      const url = isJsonObject(image) ? image['url'] : undefined;
      if (typeof url !== 'string' || !IMAGE_URL.test(url))
        return fault('Invalid image URL.', `${at}[${index}].image_url.url`, 'invalid_image_url');
    }
  }
  return null;
}

function toolsFault({ tools, tool_choice: choice }: JsonObject): ChatFault | null {
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0)) return wrongType('tools');
  for (const [index, tool] of objects(tools).entries()) {
    const at = `tools[${index}]`;
    if (tool['type'] === undefined) return missing(`${at}.type`);
    if (tool['type'] !== 'function') continue;
    const declared = tool['function'];
    const name = isJsonObject(declared) ? declared['name'] : undefined;
    if (typeof name !== 'string') return missing(`${at}.function`);
    if (!FUNCTION_NAME.test(name))
      return fault(`Invalid '${at}.function.name'.`, `${at}.function.name`, 'invalid_value');
  }
  return choice !== undefined && tools === undefined
    ? fault("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice')
    : null;
}

function formatFault(format: AnyJson | undefined): ChatFault | null {
  if (format === undefined) return null;
  const type = isJsonObject(format) ? format['type'] : undefined;
  if (type !== 'text' && type !== 'json_object' && type !== 'json_schema') return wrongType('response_format');
  const schema = isJsonObject(format) ? format['json_schema'] : undefined;
  if (type === 'json_schema' && !(isJsonObject(schema) && typeof schema['name'] === 'string'))
    return missing('response_format.json_schema.name');
  return null;
}
