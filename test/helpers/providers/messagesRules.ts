import { isJsonObject, type AnyJson, type JsonObject } from '../../../server/providers/types.ts';

/** What is wrong with a request, with the type that the Anthropic reference gives it. */
export interface MessagesFault {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** Fields of a request, https://docs.anthropic.com/en/api/messages */
const FIELDS: ReadonlySet<string> = new Set([
  ...[
    'model',
    'messages',
    'max_tokens',
    'cache_control',
    'container',
    'context_management',
    'inference_geo',
    'mcp_servers',
  ],
  ...[
    'metadata',
    'output_config',
    'output_format',
    'service_tier',
    'stop_sequences',
    'stream',
    'system',
    'temperature',
  ],
  ...['thinking', 'tool_choice', 'tools', 'top_k', 'top_p'],
]);
const TOOL_ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const LEAST_THINKING_TOKENS = 1024;

const invalid = (message: string): MessagesFault => ({ status: 400, type: 'invalid_request_error', message });
const blocksOf = (content: AnyJson | undefined): readonly JsonObject[] =>
  Array.isArray(content) ? (content as readonly AnyJson[]).filter((block) => isJsonObject(block)) : [];

export interface MessagesRules {
  readonly models: readonly string[];
  readonly unknownFields: 'refused' | 'accepted';
  /** count_tokens takes no max_tokens. */
  readonly counting: boolean;
}

/** First fault of a request of messages or count_tokens; null when there is none. */
export function messagesFault(body: JsonObject, rules: MessagesRules): MessagesFault | null {
  for (const name of Object.keys(body)) {
    const known = FIELDS.has(name) && !(rules.counting && (name === 'max_tokens' || name === 'stream'));
    if (!known && rules.unknownFields === 'refused') return invalid(`${name}: Extra inputs are not permitted`);
  }
  const { model, max_tokens: most, messages, temperature, thinking } = body;
  if (typeof model !== 'string') return invalid('model: Field required');
  if (!rules.models.includes(model)) return { status: 404, type: 'not_found_error', message: `model: ${model}` };
  if (!rules.counting && most === undefined) return invalid('max_tokens: Field required');
  if (!rules.counting && !(typeof most === 'number' && Number.isInteger(most) && most >= 0))
    return invalid('max_tokens: Input should be greater than or equal to 0');
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    return invalid('temperature: range: 0..1');
  if (!Array.isArray(messages)) return invalid('messages: Field required');
  if (messages.length === 0) return invalid('messages: at least one message is required');
  return (
    thinkingFault(thinking, most) ??
    systemFault(body['system']) ??
    conversationFault(messages as readonly AnyJson[]) ??
    toolsFault(body)
  );
}

function thinkingFault(thinking: AnyJson | undefined, most: AnyJson | undefined): MessagesFault | null {
  if (!isJsonObject(thinking) || thinking['type'] !== 'enabled') return null;
  const budget = thinking['budget_tokens'];
  if (typeof budget !== 'number') return invalid('thinking.enabled.budget_tokens: Field required');
  if (budget < LEAST_THINKING_TOKENS)
    return invalid('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  return typeof most === 'number' && budget >= most
    ? invalid('`max_tokens` must be greater than `thinking.budget_tokens`.')
    : null;
}

function systemFault(system: AnyJson | undefined): MessagesFault | null {
  if (system === undefined || typeof system === 'string') return null;
  if (!Array.isArray(system)) return invalid('system: Input should be a valid list');
  const wrong = blocksOf(system).findIndex(
    ({ type, text }) => type !== 'text' || typeof text !== 'string' || text === '',
  );
  return wrong === -1 ? null : invalid(`system.${wrong}: text content blocks must be non-empty`);
}

function conversationFault(messages: readonly AnyJson[]): MessagesFault | null {
  let open = new Set<AnyJson | undefined>();
  for (const [index, message] of messages.entries()) {
    const at = `messages.${index}`;
    if (!isJsonObject(message)) return invalid(`${at}: Input should be an object`);
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant')
      return invalid(`${at}: Unexpected role. Allowed roles are "user" or "assistant".`);
    const last = index === messages.length - 1;
    if (content === undefined) return invalid(`${at}.content: Field required`);
    if (content === '' && !(last && role === 'assistant'))
      return invalid(`${at}: all messages must have non-empty content except for the optional final assistant message`);
    if (typeof content !== 'string' && !Array.isArray(content))
      return invalid(`${at}.content: Input should be a valid list`);
    for (const [position, block] of blocksOf(content).entries()) {
      const wrong = blockFault(block, `${at}.content.${position}`);
      if (wrong !== null) return wrong;
    }
    const blocks = blocksOf(content);
    for (const { tool_use_id: id } of blocks.filter(({ type }) => type === 'tool_result')) {
      if (!open.delete(id))
        return invalid(
          `${at}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        );
    }
    if (open.size > 0)
      return invalid(`${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after.`);
    if (role === 'assistant') open = new Set(blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id));
    if (last && role === 'assistant' && typeof content === 'string' && /\s$/.test(content))
      return invalid('messages: final assistant content cannot end with trailing whitespace');
  }
  return open.size === 0
    ? null
    : invalid('messages: `tool_use` ids were found without `tool_result` blocks immediately after.');
}

function blockFault(block: JsonObject, at: string): MessagesFault | null {
  const { type } = block;
  if (typeof type !== 'string') return invalid(`${at}.type: Field required`);
  switch (type) {
    case 'text':
      if (typeof block['text'] !== 'string') return invalid(`${at}.text.text: Field required`);
      return block['text'] === '' ? invalid(`${at}: text content blocks must be non-empty`) : null;
    case 'image': {
      const source = block['source'];
      if (!isJsonObject(source)) return invalid(`${at}.image.source: Field required`);
      if (source['type'] === 'base64' && !IMAGE_TYPES.has(source['media_type']))
        return invalid(
          `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
        );
      return source['type'] === 'base64' && typeof source['data'] !== 'string'
        ? invalid(`${at}.image.source.base64.data: Field required`)
        : null;
    }
    case 'tool_use':
      if (typeof block['id'] !== 'string' || !TOOL_ID.test(block['id']))
        return invalid(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
      if (typeof block['name'] !== 'string') return invalid(`${at}.tool_use.name: Field required`);
      return isJsonObject(block['input']) ? null : invalid(`${at}.tool_use.input: Input should be a valid dictionary`);
    case 'tool_result':
      return typeof block['tool_use_id'] === 'string' ? null : invalid(`${at}.tool_result.tool_use_id: Field required`);
    case 'thinking':
      return typeof block['signature'] === 'string' ? null : invalid(`${at}.thinking.signature: Field required`);
    default:
      return null;
  }
}

function toolsFault({ tools, tool_choice: choice }: JsonObject): MessagesFault | null {
  for (const [index, tool] of blocksOf(tools).entries()) {
    const { type, name, input_schema: schema } = tool;
    if (type !== undefined && type !== 'custom') continue;
    if (typeof name !== 'string' || !TOOL_NAME.test(name))
      return invalid(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (!isJsonObject(schema) || schema['type'] !== 'object')
      return invalid(`tools.${index}.custom.input_schema.type: Field required`);
  }
  if (choice === undefined) return null;
  if (!isJsonObject(choice) || typeof choice['type'] !== 'string')
    return invalid('tool_choice: Input should be a valid dictionary');
  return choice['type'] !== 'none' && tools === undefined
    ? invalid('tool_choice: tool_choice may only be specified while providing tools')
    : null;
}
