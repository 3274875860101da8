import type { JsonObject } from '../../../json.ts';
import type { ProviderProtocol } from '../../../types.ts';
import { maxTokensField } from '../../common/models.ts';
import { countOf, objectOf, present, textOf, textsOf } from '../../common/read.ts';
import { refuseParameters } from '../../common/refuse.ts';
import { inputItems, itemMessages } from './items.ts';
import { toolFields } from './tools.ts';

/** Parameters that would change what the caller gets, and that only OpenAI has something for. */
const REFUSED = Object.freeze({
  background: (value: unknown) => value === true,
  conversation: () => true,
  prompt: () => true,
});

/** What a request must include to get the probabilities of tokens. */
const LOGPROBS = 'message.output_text.logprobs';

/**
 * A request of responses as one of chat completions. `previous_response_id` and references to stored items are resolved before
 * (see storedItems.ts).
 * @param provider - the protocol that the request goes on to
 * @throws AppError invalid_request, image_not_supported, file_not_supported
 */
export function responsesToChat(body: JsonObject, provider: ProviderProtocol): JsonObject {
  refuseParameters(body, REFUSED);
  const model = textOf(body['model']);
  const instructions = textOf(body['instructions']);
  const text = objectOf(body['text']);
  const streams = body['stream'] === true;
  return {
    ...present({ model: body['model'] }),
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
      ...itemMessages(inputItems(body['input']), provider),
    ],
    ...toolFields(body),
    ...present({
      [maxTokensField(model)]: body['max_output_tokens'],
      temperature: body['temperature'],
      top_p: body['top_p'],
      ...logprobFields(body),
      response_format: responseFormat(objectOf(text['format'])),
      verbosity: text['verbosity'],
      reasoning_effort: objectOf(body['reasoning'])['effort'],
      service_tier: body['service_tier'],
      user: body['user'],
      safety_identifier: body['safety_identifier'],
      prompt_cache_key: body['prompt_cache_key'],
      stream: body['stream'],
      // The event that ends the stream tells the usage.
      stream_options: streams ? { include_usage: true } : null,
    }),
  };
}

function logprobFields(body: JsonObject): JsonObject {
  const count = countOf(body['top_logprobs']) ?? 0;
  if (count === 0 && !textsOf(body['include']).includes(LOGPROBS)) return {};
  return { logprobs: true, top_logprobs: count };
}

function responseFormat(format: JsonObject): JsonObject | null {
  switch (textOf(format['type'])) {
    case 'json_schema': {
      const { name, schema, strict, description } = format;
      return { type: 'json_schema', json_schema: present({ name: name ?? 'answer', schema, strict, description }) };
    }
    case 'json_object':
      return { type: 'json_object' };
    default:
      return null;
  }
}
