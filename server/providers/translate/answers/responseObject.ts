import type { JsonObject } from '../../json.ts';
import type { StreamFailure, TranslationContext } from '../../types.ts';
import { isAbsent, objectOf, present } from '../common/read.ts';
import type { Stop, Usage } from './answer.ts';
import { responseError } from './failures.ts';
import type { ReasoningPlace } from './responseItems.ts';
import { writeResponseUsage } from './usage.ts';

/** The fields of a response that stay the same from its beginning to its end. */
export type ResponseHead = JsonObject;

/** The beginning of a response: what its request asked for, with the reference's defaults. */
export function responseHead(request: JsonObject, model: string, context: TranslationContext): ResponseHead {
  return {
    id: context.createId('resp_'),
    object: 'response',
    created_at: context.nowSeconds(),
    access_programs: null,
    background: false,
    instructions: request['instructions'] ?? null,
    max_output_tokens: request['max_output_tokens'] ?? null,
    max_tool_calls: request['max_tool_calls'] ?? null,
    metadata: request['metadata'] ?? {},
    model: model === '' ? (request['model'] ?? null) : model,
    parallel_tool_calls: request['parallel_tool_calls'] ?? true,
    previous_response_id: request['previous_response_id'] ?? null,
    reasoning: { effort: null, summary: null, ...objectOf(request['reasoning']) },
    service_tier: request['service_tier'] ?? 'default',
    store: request['store'] ?? true,
    temperature: request['temperature'] ?? null,
    text: { format: { type: 'text' }, ...objectOf(request['text']) },
    tool_choice: request['tool_choice'] ?? 'auto',
    tools: request['tools'] ?? [],
    top_logprobs: request['top_logprobs'] ?? 0,
    top_p: request['top_p'] ?? null,
    truncation: request['truncation'] ?? 'disabled',
    ...present({
      user: request['user'],
      safety_identifier: request['safety_identifier'],
      prompt_cache_key: request['prompt_cache_key'],
    }),
  };
}

/** A response that is still being written. */
export function unfinishedResponse(head: ResponseHead): JsonObject {
  return { ...head, status: 'in_progress', error: null, incomplete_details: null, output: [], usage: null };
}

/** The status of a response that ended with an answer, and of its last item. */
export function endStatus(stop: Stop): 'completed' | 'incomplete' {
  return incompleteReason(stop) === null ? 'completed' : 'incomplete';
}

/** A response that ended with an answer. */
export function endedResponse(
  head: ResponseHead,
  output: readonly JsonObject[],
  end: { readonly stop: Stop; readonly usage: Usage },
  context: TranslationContext,
): JsonObject {
  const reason = incompleteReason(end.stop);
  return {
    ...head,
    status: endStatus(end.stop),
    completed_at: reason === null ? context.nowSeconds() : null,
    error: null,
    incomplete_details: reason === null ? null : { reason },
    output,
    usage: writeResponseUsage(end.usage),
  };
}

export function failedResponse(head: ResponseHead, output: readonly JsonObject[], failure: StreamFailure): JsonObject {
  return {
    ...head,
    status: 'failed',
    error: responseError(failure),
    incomplete_details: null,
    output,
    usage: null,
  };
}

/** A refusal in the model's own words is a whole answer, whereas a filter cuts one. */
function incompleteReason(stop: Stop): string | null {
  if (stop.reason === 'length') return 'max_output_tokens';
  return stop.reason === 'filtered' && stop.explanation === null ? 'content_filter' : null;
}

/** Where the request wants the text of reasoning. */
export function reasoningPlace(request: JsonObject): ReasoningPlace {
  const reasoning = objectOf(request['reasoning']);
  return isAbsent(reasoning['summary']) && isAbsent(reasoning['generate_summary']) ? 'content' : 'summary';
}
