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
  sealed,
  setting,
  toolName,
  word,
} from './fields.ts';
import { rewriteValue } from './rewriteValue.ts';
import { rewriteSchema } from './schema.ts';

const cacheControl = objectOf({ type: word, ttl: word });

/** Rules that all blocks share; unknown types are masked as anything beyond them. */
const BLOCK: FieldRules = {
  type: word,
  id: identifier,
  tool_use_id: identifier,
  name: toolName,
  text: prose,
  input: (value, visitor, place) => rewriteValue(value, visitor, { ...place, label: '' }),
  is_error: setting,
  content: (value, visitor, place) => blocks(value, visitor, place),
  source: (value, visitor, place) => objectOf(SOURCE)(value, visitor, place),
  citations: (value, visitor, place) =>
    Array.isArray(value)
      ? listOf(CITATION)(value, visitor, place)
      : objectOf({ enabled: setting })(value, visitor, place),
  encrypted_content: sealed,
  cache_control: cacheControl,
};
const SOURCE: FieldRules = { type: word, media_type: word, data: prose, content: BLOCK['content']! };
const CITATION: FieldRules = {
  type: word,
  encrypted_index: sealed,
  document_index: setting,
  search_result_index: setting,
  start_char_index: setting,
  end_char_index: setting,
  start_page_number: setting,
  end_page_number: setting,
  start_block_index: setting,
  end_block_index: setting,
};

const block: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  const { type } = value;
  if (type === 'redacted_thinking') return rewriteFields(value, { type: word, data: sealed }, visitor, place);
  if (type !== 'thinking') return rewriteFields(value, BLOCK, visitor, place);
  const changed = rewriteFields(value, { type: word, thinking: prose, signature: sealed }, visitor, place);
  // The provider would refuse another text than the one it signed.
  return changed['thinking'] === value['thinking'] ? changed : undefined;
};

const blocks: FieldRule = (value, visitor, place) =>
  Array.isArray(value) ? listOf(block)(value, visitor, place) : prose(value, visitor, { ...place, label: '' });

const message: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  return rewriteFields(value, { role: word, content: blocks }, visitor, {
    label: '',
    speaker: value['role'] === 'assistant' ? 'model' : 'other',
  });
};

const TOOL: FieldRules = {
  type: word,
  name: toolName,
  description: prose,
  input_schema: rewriteSchema,
  cache_control: cacheControl,
  strict: setting,
  defer_loading: setting,
  max_uses: setting,
  user_location: removed,
  display_width_px: setting,
  display_height_px: setting,
  display_number: setting,
};
const format = objectOf({ type: word, name: toolName, schema: rewriteSchema });

/** Fields of a messages request (https://docs.anthropic.com/en/api/messages). */
export const MESSAGES_FIELDS: FieldRules = {
  model: kept,
  system: part(blocks),
  messages: partsOf(message),
  tools: partsOf(objectOf(TOOL)),
  tool_choice: objectOf({ type: word, name: toolName, disable_parallel_tool_use: setting }),
  thinking: objectOf({ type: word, budget_tokens: setting, display: word }),
  output_config: part(objectOf({ effort: word, format })),
  output_format: part(format),
  stop_sequences: part(prose),
  metadata: removed,
  max_tokens: setting,
  stream: setting,
  temperature: setting,
  top_p: setting,
  top_k: setting,
  service_tier: word,
  cache_control: cacheControl,
};
