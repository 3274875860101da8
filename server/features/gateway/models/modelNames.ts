/** Words of the names of models and their makers that are names of people, firms or places as well. */
export const MODEL_WORDS: ReadonlySet<string> = new Set([
  ...['anthropic', 'claude', 'opus', 'sonnet', 'haiku', 'openai', 'gpt', 'codex', 'google', 'gemini', 'gemma', 'meta'],
  ...['llama', 'mistral', 'mixtral', 'ministral', 'magistral', 'codestral', 'devstral', 'pixtral', 'voxtral', 'nemo'],
  ...['qwen', 'deepseek', 'kimi', 'moonshot', 'grok', 'nova', 'titan', 'phi', 'microsoft', 'nvidia', 'nemotron', 'aya'],
  ...['cohere', 'command', 'jamba', 'granite', 'hermes', 'nous', 'vicuna', 'wizard', 'solar', 'falcon', 'olmo', 'bert'],
  ...['instruct', 'turbo', 'chat', 'mini', 'nano', 'pro', 'max', 'medium', 'large', 'small', 'latest', 'preview'],
]);

/** Words beside those that say what a model is or what it is for, and are no names of anybody. */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  ...['model', 'test', 'embedding', 'embeddings', 'embed', 'text', 'code', 'coder', 'vision', 'audio', 'image', 'base'],
  ...[
    'reasoner',
    'reasoning',
    'thinking',
    'distill',
    'flash',
    'lite',
    'fast',
    'exp',
    'experimental',
    'beta',
    'version',
  ],
  ...['gguf', 'awq', 'gptq', 'int', 'oss', 'realtime', 'search', 'free', 'high', 'low'],
]);

/** Runs of fewer letters are units and versions: 8b, q4_K_M, v3. */
const LEAST_WORD = 3;
/** A version with its date; numbers of people have more digits. */
const MOST_DIGITS = 10;

/** Whether the name of a model says nothing but what models are called, so that nothing personal can be in it. */
export function saysOnlyModel(name: string): boolean {
  const words = name.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const isPlain = (word: string) => word.length < LEAST_WORD || MODEL_WORDS.has(word) || PLAIN_WORDS.has(word);
  return words.every(isPlain) && (name.match(/\d/g)?.length ?? 0) <= MOST_DIGITS;
}
