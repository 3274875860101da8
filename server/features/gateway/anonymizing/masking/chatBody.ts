import { isJsonObject } from '../../../../providers/types.ts';
import {
  type FieldRule,
  type FieldRules,
  identifier,
  kept,
  listOf,
  objectOf,
  part,
  partsOf,
  prose,
  removed,
  rewriteFields,
  setting,
  toolName,
  word,
} from './fields.ts';
import { rewriteSchema } from './schema.ts';
import { rewriteValue } from './rewriteValue.ts';

const CACHE_CONTROL = { type: word, ttl: word };

/** Parts of a message's content; images and files have become text before. */
const CONTENT_PART = { type: word, text: prose, refusal: prose, cache_control: objectOf(CACHE_CONTROL) };

const FUNCTION_CALL = { name: toolName, arguments: prose };
const TOOL_CALL = {
  id: identifier,
  type: word,
  index: setting,
  function: objectOf(FUNCTION_CALL),
  custom: objectOf({ name: toolName, input: prose }),
};

const content: FieldRule = (value, visitor, place) =>
  Array.isArray(value) ? listOf(CONTENT_PART)(value, visitor, place) : prose(value, visitor, place);

/** In a message of a tool the name is that of the tool. */
const participantOrTool =
  (role: unknown): FieldRule =>
  (value, visitor, place) => {
    if (typeof value !== 'string') return rewriteValue(value, visitor, place);
    return role === 'tool' || role === 'function' ? visitor.name(value) : visitor.participant(value);
  };

const message: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  const rules: FieldRules = {
    role: word,
    content,
    refusal: prose,
    reasoning: prose,
    reasoning_content: prose,
    name: participantOrTool(value['role']),
    tool_calls: listOf(TOOL_CALL),
    tool_call_id: identifier,
    function_call: objectOf(FUNCTION_CALL),
    prefix: setting,
    cache_control: objectOf(CACHE_CONTROL),
  };
  return rewriteFields(value, rules, visitor, {
    label: '',
    speaker: value['role'] === 'assistant' ? 'model' : 'other',
  });
};

const FUNCTION = { name: toolName, description: prose, parameters: rewriteSchema, strict: setting };
const TOOL = {
  type: word,
  function: objectOf(FUNCTION),
  custom: objectOf({ name: toolName, description: prose, format: objectOf({ type: word }) }),
  cache_control: objectOf(CACHE_CONTROL),
};
const JSON_SCHEMA = { name: toolName, description: prose, schema: rewriteSchema, strict: setting };

const NAMED_TOOL = { function: objectOf({ name: toolName }), custom: objectOf({ name: toolName }) };

const toolChoice: FieldRule = (value, visitor, place) =>
  isJsonObject(value)
    ? rewriteFields(
        value,
        {
          type: word,
          name: toolName,
          ...NAMED_TOOL,
          allowed_tools: objectOf({ mode: word, tools: listOf({ type: word, ...NAMED_TOOL }) }),
        },
        visitor,
        place,
      )
    : word(value, visitor, place);

/** Fields of a chat completion request (https://platform.openai.com/docs/api-reference/chat/create) and of its relatives. */
export const CHAT_FIELDS: FieldRules = {
  model: kept,
  messages: partsOf(message),
  tools: partsOf(objectOf(TOOL)),
  functions: partsOf(objectOf(FUNCTION)),
  tool_choice: toolChoice,
  function_call: toolChoice,
  response_format: part(objectOf({ type: word, json_schema: objectOf(JSON_SCHEMA) })),
  prediction: part(objectOf({ type: word, content })),
  stop: part(prose),
  metadata: removed,
  user: removed,
  safety_identifier: removed,
  prompt_cache_key: removed,
  web_search_options: objectOf({ search_context_size: word, user_location: removed }),
  stream: setting,
  stream_options: objectOf({ include_usage: setting, include_obfuscation: setting }),
  temperature: setting,
  top_p: setting,
  top_k: setting,
  min_p: setting,
  n: setting,
  max_tokens: setting,
  max_completion_tokens: setting,
  presence_penalty: setting,
  frequency_penalty: setting,
  repetition_penalty: setting,
  seed: setting,
  random_seed: setting,
  logprobs: setting,
  top_logprobs: setting,
  parallel_tool_calls: setting,
  store: setting,
  safe_prompt: setting,
  modalities: word,
  service_tier: word,
  reasoning_effort: word,
  verbosity: word,
  prompt_cache_retention: word,
};
