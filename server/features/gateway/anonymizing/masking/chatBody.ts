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
const cacheControl = objectOf(CACHE_CONTROL);

/** Parts of a message's content; images and files have become text before. */
const CONTENT_PART = { type: word, text: prose, refusal: prose, cache_control: cacheControl };

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

const MESSAGE: FieldRules = {
  role: word,
  content,
  refusal: prose,
  reasoning: prose,
  reasoning_content: prose,
  tool_calls: listOf(TOOL_CALL),
  tool_call_id: identifier,
  function_call: objectOf(FUNCTION_CALL),
  prefix: setting,
  cache_control: cacheControl,
};
const message: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  return rewriteFields(value, { ...MESSAGE, name: participantOrTool(value['role']) }, visitor, {
    label: '',
    speaker: value['role'] === 'assistant' ? 'model' : 'other',
  });
};

const FUNCTION = { name: toolName, description: prose, parameters: rewriteSchema, strict: setting };
const CUSTOM_TOOL = { name: toolName, description: prose, format: objectOf({ type: word }) };
const TOOL = {
  type: word,
  function: objectOf(FUNCTION),
  custom: objectOf(CUSTOM_TOOL),
  cache_control: cacheControl,
};
const JSON_SCHEMA = { name: toolName, description: prose, schema: rewriteSchema, strict: setting };

const NAMED_TOOL = { function: objectOf({ name: toolName }), custom: objectOf({ name: toolName }) };

const ALLOWED_TOOLS = { mode: word, tools: listOf({ type: word, ...NAMED_TOOL }) };
const TOOL_CHOICE: FieldRules = { type: word, name: toolName, ...NAMED_TOOL, allowed_tools: objectOf(ALLOWED_TOOLS) };
const toolChoice: FieldRule = (value, visitor, place) =>
  isJsonObject(value) ? rewriteFields(value, TOOL_CHOICE, visitor, place) : word(value, visitor, place);

const SEARCH_OPTIONS = { search_context_size: word, user_location: removed };
const STREAM_OPTIONS = { include_usage: setting, include_obfuscation: setting };

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
  web_search_options: objectOf(SEARCH_OPTIONS),
  stream: setting,
  stream_options: objectOf(STREAM_OPTIONS),
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

/** Names of all fields that have rules here. */
export const CHAT_FIELD_NAMES: readonly string[] = [
  ...[CHAT_FIELDS, MESSAGE, CONTENT_PART, CACHE_CONTROL, TOOL_CALL, FUNCTION_CALL, FUNCTION, TOOL, CUSTOM_TOOL],
  ...[JSON_SCHEMA, TOOL_CHOICE, ALLOWED_TOOLS, SEARCH_OPTIONS, STREAM_OPTIONS],
].flatMap(Object.keys);
