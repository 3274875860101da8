/** Words of the protocols, as values. A field that may hold only such words and holds another one is masked like any text. */
export const PROTOCOL_WORDS: ReadonlySet<string> = new Set([
  // Roles.
  ...['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  // Types of parts, blocks, tools, choices and formats.
  ...[
    'text',
    'image_url',
    'input_audio',
    'file',
    'refusal',
    'image',
    'document',
    'tool_use',
    'tool_result',
    'thinking',
  ],
  ...['redacted_thinking', 'search_result', 'server_tool_use', 'web_search_tool_result', 'content', 'custom', 'base64'],
  ...['url', 'auto', 'none', 'any', 'required', 'json_schema', 'json_object', 'grammar', 'ephemeral', 'enabled'],
  ...[
    'disabled',
    'adaptive',
    'char_location',
    'page_location',
    'content_block_location',
    'text/plain',
    'allowed_tools',
  ],
  // Settings.
  ...[
    'low',
    'medium',
    'high',
    'minimal',
    'xhigh',
    'max',
    'default',
    'flex',
    'priority',
    'standard_only',
    'scale',
    'audio',
  ],
  ...['float', '5m', '1h', '24h', 'in_memory', 'lark', 'regex', 'concise', 'detailed', 'summarized', 'omitted'],
]);

/** Names of their fields: they are in every body, whatever it says. */
export const FIELD_NAMES: ReadonlySet<string> = new Set([
  ...[
    'model',
    'messages',
    'message',
    'role',
    'content',
    'name',
    'type',
    'text',
    'tools',
    'tool',
    'function',
    'functions',
  ],
  ...['description', 'parameters', 'properties', 'required', 'enum', 'items', 'title', 'format', 'pattern', 'default'],
  ...['examples', 'const', 'schema', 'strict', 'arguments', 'input', 'source', 'data', 'url', 'system', 'stop', 'seed'],
  ...[
    'stream',
    'index',
    'custom',
    'thinking',
    'signature',
    'document',
    'citations',
    'prediction',
    'reasoning',
    'store',
  ],
]);
