import type { AnyJson, JsonObject } from '../../json.ts';
import { countOf, objectOf, present } from '../common/read.ts';
import { NO_USAGE, type Usage } from './answer.ts';

/** `usage` of chat completions. DeepSeek tells cached tokens in a field of its own. */
export function readChatUsage(value: AnyJson | undefined): Usage {
  const usage = objectOf(value);
  const prompt = objectOf(usage['prompt_tokens_details']);
  return {
    input: countOf(usage['prompt_tokens']) ?? 0,
    cacheRead: countOf(prompt['cached_tokens']) ?? countOf(usage['prompt_cache_hit_tokens']) ?? 0,
    cacheWrite: countOf(prompt['cache_write_tokens']) ?? 0,
    output: countOf(usage['completion_tokens']) ?? 0,
    reasoning: countOf(objectOf(usage['completion_tokens_details'])['reasoning_tokens']),
  };
}

export function writeChatUsage(usage: Usage): JsonObject {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    ...present({ completion_tokens_details: usage.reasoning === null ? null : { reasoning_tokens: usage.reasoning } }),
  };
}

/**
 * `usage` of messages, where `input_tokens` leaves out what the cache gave or took.
 * @param before - what an earlier event of the same stream told; counts are running totals
 */
export function readMessagesUsage(value: AnyJson | undefined, before: Usage = NO_USAGE): Usage {
  const usage = objectOf(value);
  const cacheRead = countOf(usage['cache_read_input_tokens']) ?? before.cacheRead;
  const cacheWrite = countOf(usage['cache_creation_input_tokens']) ?? before.cacheWrite;
  const uncached = countOf(usage['input_tokens']) ?? before.input - before.cacheRead - before.cacheWrite;
  return {
    input: uncached + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output: countOf(usage['output_tokens']) ?? before.output,
    reasoning: countOf(objectOf(usage['output_tokens_details'])['thinking_tokens']) ?? before.reasoning,
  };
}

/** The counts that a whole message and the end of a streamed one share. */
export function writeMessagesUsage(usage: Usage): JsonObject {
  return {
    // Some servers count cached tokens beside the prompt's instead of among them.
    input_tokens: Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite),
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    output_tokens_details: usage.reasoning === null ? null : { thinking_tokens: usage.reasoning },
    server_tool_use: null,
  };
}

/** `usage` of responses. */
export function writeResponseUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: usage.input + usage.output,
  };
}
