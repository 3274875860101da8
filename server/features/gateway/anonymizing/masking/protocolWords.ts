import { INSTRUCTIONS } from '../../../../providers/types.ts';

/** Words of the protocols, as values. A field that may hold only such words and holds another one is masked like any text. */
const PROTOCOL_WORDS: ReadonlySet<string> = new Set([
  // Roles.
  ...['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  // Types of parts and blocks.
  ...['text', 'image_url', 'input_audio', 'file', 'refusal', 'image', 'document', 'search_result', 'content', 'base64'],
  ...['tool_use', 'tool_result', 'server_tool_use', 'mcp_tool_use', 'mcp_tool_result', 'web_search_tool_result'],
  ...[
    'web_search_result',
    'web_fetch_tool_result',
    'web_fetch_result',
    'code_execution_tool_result',
    'container_upload',
  ],
  ...['thinking', 'redacted_thinking', 'text/plain', 'url', 'ephemeral'],
  ...[
    'char_location',
    'page_location',
    'content_block_location',
    'search_result_location',
    'web_search_result_location',
  ],
  // Types of tools, of choices and of formats.
  ...['custom', 'allowed_tools', 'auto', 'none', 'any', 'required', 'json_schema', 'json_object', 'grammar', 'lark'],
  ...['regex', 'mcp', 'mcp_toolset'],
  // Settings.
  ...['enabled', 'disabled', 'adaptive', 'low', 'medium', 'high', 'minimal', 'xhigh', 'max', 'default', 'flex'],
  ...['priority', 'standard', 'standard_only', 'scale', 'batch', 'audio', 'float', '5m', '1h', '24h', 'in_memory'],
  ...['input_tokens', 'tool_uses', 'thinking_turns', 'all'],
  ...['in-memory', 'concise', 'detailed', 'summarized', 'omitted'],
]);
/** Types that a provider gives its own tools and edits of the context, without the date of their state. */
const DATED_TYPES: ReadonlySet<string> = new Set([
  ...['bash', 'computer', 'memory', 'text_editor', 'web_search', 'web_fetch', 'code_execution', 'mcp_toolset'],
  ...['tool_search_tool_regex', 'tool_search_tool_bm25', 'clear_tool_uses', 'clear_thinking', 'compact', 'advisor'],
  ...['web_search_preview', 'computer_use_preview'],
]);
/** `web_search_20250305` */
const DATED_TYPE = /^([a-z0-9_]{1,60})_20\d{6}$/;

/** Names of tools that a provider defines (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview). */
export const PROVIDER_TOOLS: ReadonlySet<string> = new Set([
  ...['bash', 'computer', 'memory', 'str_replace_editor', 'str_replace_based_edit_tool', 'web_search', 'web_fetch'],
  ...['code_execution', 'bash_code_execution', 'text_editor_code_execution', 'tool_search_tool_regex'],
  ...['tool_search_tool_bm25'],
]);

/** Whether a text is a word of the protocols, in a field that takes such words. */
export function isProtocolWord(text: string): boolean {
  return PROTOCOL_WORDS.has(text) || DATED_TYPES.has(DATED_TYPE.exec(text)?.[1] ?? '');
}

const SENTENCES: ReadonlySet<unknown> = new Set(Object.values(INSTRUCTIONS));

/** Whether something is a sentence that translations add to the instructions of a model. */
export function isInstruction(value: unknown): boolean {
  return SENTENCES.has(value);
}
