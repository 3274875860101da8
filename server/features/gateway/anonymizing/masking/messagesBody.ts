import { type AnyJson, INSTRUCTIONS, isJsonObject } from '../../../../providers/types.ts';
import {
  address,
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
  toolNames,
  verbatim,
  word,
} from './fields.ts';
import { isJsonText } from './jsonText.ts';
import { isInstruction } from './protocolWords.ts';
import { rewriteValue } from './rewriteValue.ts';
import { rewriteSchema } from './schema.ts';

const CACHE_CONTROL = { type: word, ttl: word };
const cacheControl = objectOf(CACHE_CONTROL);

/** Rules that all blocks share; unknown types are masked as anything beyond them. */
const BLOCK: FieldRules = {
  type: word,
  id: identifier,
  tool_use_id: identifier,
  name: toolName,
  server_name: toolName,
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
/** Of a document that answers may cite: its text is counted in, so nothing in it may be written otherwise. */
const SOURCE: FieldRules = { type: word, media_type: word, data: verbatim, content: BLOCK['content']! };
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

const REDACTED_THINKING = { type: word, data: sealed };
const THOUGHT = { type: word, thinking: prose, signature: sealed };

const block: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  const { type } = value;
  if (type === 'redacted_thinking') return rewriteFields(value, REDACTED_THINKING, visitor, place);
  if (type !== 'thinking') return rewriteFields(value, BLOCK, visitor, place);
  const changed = rewriteFields(value, THOUGHT, visitor, place);
  // The provider would refuse another text than the one it signed.
  return changed['thinking'] === value['thinking'] ? changed : undefined;
};

const blocks: FieldRule = (value, visitor, place) =>
  Array.isArray(value) ? listOf(block)(value, visitor, place) : prose(value, visitor, { ...place, label: '' });

const MESSAGE = { role: word, content: blocks };
const message: FieldRule = (value, visitor, place) => {
  if (!isJsonObject(value)) return rewriteValue(value, visitor, place);
  return rewriteFields(value, MESSAGE, visitor, {
    label: '',
    speaker: value['role'] === 'assistant' ? 'model' : 'other',
  });
};

/** Instructions. What a translation has added to them stays, and the schema behind it is masked as one. */
const system: FieldRule = (value, visitor, place) => {
  if (!Array.isArray(value)) return isInstruction(value) ? value : blocks(value, visitor, place);
  let isSchema = false;
  return listOf((item, inner, at) => {
    const text = plainText(item);
    const wasSchema = isSchema;
    isSchema = text === INSTRUCTIONS.schema;
    if (isInstruction(text)) return item;
    return wasSchema && text !== null && isJsonText(text)
      ? { type: 'text', text: JSON.stringify(rewriteSchema(JSON.parse(text) as AnyJson, inner, at)) }
      : block(item, inner, at);
  })(value, visitor, { ...place, label: '' });
};

/** The text of a block that is nothing else. */
function plainText(item: AnyJson): string | null {
  if (!isJsonObject(item) || item['type'] !== 'text' || Object.keys(item).length !== 2) return null;
  return typeof item['text'] === 'string' ? item['text'] : null;
}

const TOOL: FieldRules = {
  type: word,
  name: toolName,
  description: prose,
  input_schema: rewriteSchema,
  cache_control: cacheControl,
  strict: setting,
  defer_loading: setting,
  max_uses: setting,
  allowed_domains: address('tools'),
  blocked_domains: address('tools'),
  mcp_server_name: toolName,
  user_location: removed,
  display_width_px: setting,
  display_height_px: setting,
  display_number: setting,
};
const FORMAT = { type: word, name: toolName, schema: rewriteSchema };
const TOOL_CHOICE = { type: word, name: toolName, disable_parallel_tool_use: setting };
const THINKING = { type: word, budget_tokens: setting, display: word };
const OUTPUT = { effort: word, format: objectOf(FORMAT) };

/** How much of a long conversation the provider keeps (https://docs.anthropic.com/en/docs/build-with-claude/context-editing). */
const AMOUNT = { type: word, value: setting };
const amount: FieldRule = (value, visitor, place) =>
  isJsonObject(value) ? rewriteFields(value, AMOUNT, visitor, place) : word(value, visitor, place);
const EDIT: FieldRules = {
  type: word,
  ...{ trigger: amount, keep: amount, clear_at_least: amount },
  exclude_tools: toolNames,
  clear_tool_inputs: setting,
};
const CONTEXT_MANAGEMENT = { edits: listOf(EDIT) };

const TOOL_CONFIGURATION = { enabled: setting, allowed_tools: toolNames };
/** A server of tools that the provider calls by itself: with the address and the key as they are, or not at all. */
const MCP_SERVER: FieldRules = {
  type: word,
  url: address('mcp_servers'),
  name: toolName,
  authorization_token: kept,
  tool_configuration: objectOf(TOOL_CONFIGURATION),
};

/** Fields of a messages request (https://docs.anthropic.com/en/api/messages). */
export const MESSAGES_FIELDS: FieldRules = {
  model: kept,
  system: part(system),
  messages: partsOf(message),
  tools: partsOf(objectOf(TOOL)),
  mcp_servers: listOf(MCP_SERVER),
  context_management: objectOf(CONTEXT_MANAGEMENT),
  tool_choice: objectOf(TOOL_CHOICE),
  thinking: objectOf(THINKING),
  output_config: part(objectOf(OUTPUT)),
  output_format: part(objectOf(FORMAT)),
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

/** Names of all fields that have rules here. */
export const MESSAGES_FIELD_NAMES: readonly string[] = [
  ...[MESSAGES_FIELDS, MESSAGE, BLOCK, SOURCE, CITATION, REDACTED_THINKING, THOUGHT, CACHE_CONTROL, TOOL, TOOL_CHOICE],
  ...[MCP_SERVER, TOOL_CONFIGURATION, CONTEXT_MANAGEMENT, EDIT, AMOUNT, FORMAT, THINKING, OUTPUT],
].flatMap(Object.keys);
