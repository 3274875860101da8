/** What a model behind the messages protocol takes beside the common parameters. */
export interface MessagesModel {
  /** `max_tokens` when the client names none; the protocol requires one. */
  readonly defaultMaxTokens: number;
  /** `thinking.type: adaptive` with `output_config.effort`; else `enabled` with a budget. */
  readonly adaptiveThinking: boolean;
  /** `thinking.type: disabled` is allowed. */
  readonly thinkingCanBeDisabled: boolean;
  /** `output_config.effort: xhigh` is allowed. */
  readonly xhighEffort: boolean;
  /** `temperature` and `top_p` are allowed. */
  readonly sampling: boolean;
  /** `output_config.format` and strict tools are allowed. */
  readonly structuredOutput: boolean;
}

const BUDGET_MODEL = {
  defaultMaxTokens: 8_192,
  adaptiveThinking: false,
  thinkingCanBeDisabled: true,
  xhighEffort: false,
  sampling: true,
  structuredOutput: false,
} as const satisfies MessagesModel;

const ADAPTIVE_MODEL = {
  ...BUDGET_MODEL,
  defaultMaxTokens: 64_000,
  adaptiveThinking: true,
  structuredOutput: true,
} as const satisfies MessagesModel;

const CURRENT_MODEL = { ...ADAPTIVE_MODEL, xhighEffort: true, sampling: false } as const satisfies MessagesModel;

const ALWAYS_THINKING = { ...CURRENT_MODEL, thinkingCanBeDisabled: false } as const satisfies MessagesModel;

/**
 * Anthropic's models by name, most special first; source: https://platform.claude.com/docs/en/about-claude/models/overview and
 * .../build-with-claude/thinking. A name of Claude that nobody knows yet is taken for a current model, any other name (providers
 * that speak the protocol with models of their own) for one with the oldest set of parameters, which all of them know.
 */
const MODELS: readonly (readonly [RegExp, MessagesModel])[] = [
  [/claude-(sonnet|opus)-5-5|claude-(fable|mythos)-/, ALWAYS_THINKING],
  [/claude-(sonnet|opus)-4-6/, ADAPTIVE_MODEL],
  [/claude-(sonnet|opus|haiku)-4-5/, { ...BUDGET_MODEL, defaultMaxTokens: 64_000, structuredOutput: true }],
  [/claude-opus-4-1/, { ...BUDGET_MODEL, defaultMaxTokens: 32_000, structuredOutput: true }],
  [/claude-(opus-4-7|opus-4-8)/, CURRENT_MODEL],
  [/claude-opus-4(-|@|$)/, { ...BUDGET_MODEL, defaultMaxTokens: 32_000 }],
  [/claude-sonnet-4(-|@|$)|claude-3-7/, { ...BUDGET_MODEL, defaultMaxTokens: 64_000 }],
  [/claude-3-5/, BUDGET_MODEL],
  [/claude-(3|2|v2|instant)/, { ...BUDGET_MODEL, defaultMaxTokens: 4_096 }],
  [/claude-/, CURRENT_MODEL],
];

/** What is known of a model behind the messages protocol. */
export function messagesModel(name: string): MessagesModel {
  return MODELS.find(([pattern]) => pattern.test(name))?.[1] ?? BUDGET_MODEL;
}

/** OpenAI's reasoning models, which refuse `max_tokens`; most other servers know nothing else. */
const REASONING_MODEL = /(?:^|[/.])(?:o[1-9]|gpt-(?:[5-9]|\d{2}))(?![0-9])/i;

/** Models that take `reasoning_effort`; others refuse it as unknown. */
const EFFORT_MODEL = /(?:^|[/.:-])gpt-oss/i;

/** The field of chat completions that limits a model's output. */
export function maxTokensField(model: string): 'max_tokens' | 'max_completion_tokens' {
  return REASONING_MODEL.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

/** True when a model behind chat completions is known to take `reasoning_effort`. */
export function takesReasoningEffort(model: string): boolean {
  return REASONING_MODEL.test(model) || EFFORT_MODEL.test(model);
}
