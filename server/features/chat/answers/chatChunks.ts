import { z } from 'zod';
import { isErrorCode, type ErrorCode } from '../../../contract/errors.ts';
import { AppError } from '../../../core/errors.ts';
import type { ChatCompletion } from '../types.ts';

/** What a model tells, step by step. */
export interface AnswerStep {
  readonly content: string;
  readonly reasoning: string;
  readonly finishReason: string | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

/** A part of a content that some servers give as a list: text, or what a model thought. */
const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).optional(),
});
const said = z.looseObject({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: z.string().nullish(),
  /** The two names under which servers tell what a model thought. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});
const usage = z.looseObject({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() });
/** A chunk of a stream says `delta`, a whole answer `message`. */
const answer = z.looseObject({
  choices: z
    .array(z.looseObject({ delta: said.nullish(), message: said.nullish(), finish_reason: z.string().nullish() }))
    .optional(),
  usage: usage.nullish().catch(null),
});
const failure = z.looseObject({ error: z.looseObject({ code: z.unknown() }) });

/**
 * The steps of an answer in the chat completions protocol (https://platform.openai.com/docs/api-reference/chat).
 * @throws AppError provider_error, or the code that the gateway gives to a stream that failed
 */
export async function* answerSteps(completion: ChatCompletion): AsyncIterable<AnswerStep> {
  if (completion.kind === 'json') {
    yield stepOf(completion.body);
    return;
  }
  for await (const { data } of completion.events) {
    if (data === '[DONE]') return;
    const value = parseJson(data);
    const failed = failure.safeParse(value);
    if (failed.success) throw new AppError(codeOf(failed.data.error.code), 'The model provider failed.');
    yield stepOf(value);
  }
}

function stepOf(value: unknown): AnswerStep {
  const parsed = answer.safeParse(value);
  if (!parsed.success) throw malformed();
  const { choices, usage: counted } = parsed.data;
  const first = choices?.[0];
  const text = first?.delta ?? first?.message;
  const parts = Array.isArray(text?.content) ? text.content : [];
  const content = typeof text?.content === 'string' ? text.content : parts.map((item) => item.text ?? '').join('');
  return {
    content: content === '' ? (text?.refusal ?? '') : content,
    reasoning: text?.reasoning_content ?? text?.reasoning ?? parts.map(thinkingIn).join(''),
    finishReason: first?.finish_reason ?? null,
    usage: counted ? { inputTokens: counted.prompt_tokens, outputTokens: counted.completion_tokens } : null,
  };
}

function thinkingIn({ thinking }: z.infer<typeof part>): string {
  return typeof thinking === 'string' ? thinking : (thinking ?? []).map(({ text }) => text ?? '').join('');
}

function codeOf(code: unknown): ErrorCode {
  return isErrorCode(code) ? code : 'provider_error';
}

function malformed(): AppError {
  return new AppError('provider_error', 'The answer of the model is not what its protocol says.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed();
  }
}
