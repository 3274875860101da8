import type { JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import type { MessagesModel } from '../../common/models.ts';
import { present, textOf } from '../../common/read.ts';
import type { Turn } from './conversation.ts';

/** Tokens of thinking for models that want a budget. */
const BUDGETS: Readonly<Record<string, number>> = Object.freeze({
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
});

/** Smallest budget that the protocol takes, and what is left for the answer itself. */
const LEAST_TOKENS = 1_024;

export interface Thinking {
  /** `thinking` of the request. */
  readonly thinking: JsonObject | null;
  /** `output_config.effort` of the request. */
  readonly effort: string | null;
}

/**
 * How hard the model is to think: `reasoning_effort` of the request, or the messages protocol's own `thinking`, which clients of
 * chat completions send as an extension.
 */
export function readThinking(
  body: JsonObject,
  model: MessagesModel,
  request: { readonly maxTokens: number; readonly toolForced: boolean; readonly turns: readonly Turn[] },
): Thinking {
  const effort = textOf(body['reasoning_effort']);
  const asked = isJsonObject(body['thinking']) ? body['thinking'] : null;
  if (model.adaptiveThinking) {
    const adaptive = adaptiveThinking(effort, model, request.toolForced);
    return asked === null ? adaptive : { ...adaptive, thinking: asked };
  }
  const thinking = asked ?? budgetThinking(effort, request.maxTokens);
  const allowed = !request.toolForced && !lacksThinking(request.turns);
  return { thinking: thinking?.['type'] === 'enabled' && !allowed ? null : thinking, effort: null };
}

/** A tool cannot be forced on a model that thinks first, so then it is not asked to. */
function adaptiveThinking(effort: string, model: MessagesModel, toolForced: boolean): Thinking {
  switch (effort) {
    case '':
      return { thinking: null, effort: null };
    case 'none':
      return model.thinkingCanBeDisabled
        ? { thinking: { type: 'disabled' }, effort: null }
        : { thinking: null, effort: 'low' };
    default:
      return {
        thinking: toolForced ? null : { type: 'adaptive', display: 'summarized' },
        effort: knownEffort(effort, model),
      };
  }
}

function knownEffort(effort: string, model: MessagesModel): string | null {
  if (effort === 'minimal') return 'low';
  if (effort === 'xhigh' && !model.xhighEffort) return 'high';
  return Object.hasOwn(BUDGETS, effort) ? effort : null;
}

function budgetThinking(effort: string, maxTokens: number): JsonObject | null {
  const wanted = BUDGETS[effort];
  if (wanted === undefined) return null;
  const budget = Math.min(wanted, maxTokens - LEAST_TOKENS);
  return budget < LEAST_TOKENS ? null : { type: 'enabled', budget_tokens: budget };
}

/**
 * True when the last call of tools came without its thinking, as clients send it that do not know `thinking_blocks`: with a
 * budget the protocol refuses such a conversation.
 */
function lacksThinking(turns: readonly Turn[]): boolean {
  const last = turns.findLast((turn) => turn.role === 'assistant');
  const callsTools = last?.content.some((block) => block['type'] === 'tool_use') ?? false;
  return callsTools && !['thinking', 'redacted_thinking'].includes(textOf(last?.content[0]?.['type']));
}

/** Temperature and nucleus, as far as the model takes them: at most 1, not both, and neither beside thinking. */
export function readSampling(body: JsonObject, model: MessagesModel, thinking: JsonObject | null): JsonObject {
  const thinks = (thinking?.['type'] ?? 'disabled') !== 'disabled';
  if (thinks || !model.sampling) return {};
  const { temperature } = body;
  if (typeof temperature === 'number') return { temperature: Math.min(temperature, 1), ...topK(body) };
  return present({ top_p: body['top_p'], ...topK(body) });
}

function topK(body: JsonObject): JsonObject {
  return present({ top_k: body['top_k'] });
}
