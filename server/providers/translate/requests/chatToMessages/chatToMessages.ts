import type { AnyJson, JsonObject } from '../../../json.ts';
import { INSTRUCTIONS } from '../../../types.ts';
import { messagesModel, type MessagesModel } from '../../common/models.ts';
import { countOf, objectOf, present, textOf, textsOf } from '../../common/read.ts';
import { refuseParameters, refusal } from '../../common/refuse.ts';
import { readConversation } from './conversation.ts';
import { supportedSchema } from './schema.ts';
import { readSampling, readThinking } from './thinking.ts';
import { readTools } from './tools.ts';

/** Parameters that would change what the caller gets, and that the messages protocol has nothing for. */
const REFUSED = Object.freeze({
  n: (value: unknown) => value !== 1,
  logprobs: (value: unknown) => value === true,
  functions: () => true,
  function_call: () => true,
  audio: () => true,
  modalities: (value: unknown) => Array.isArray(value) && value.includes('audio'),
  web_search_options: () => true,
});

/**
 * A request of chat completions as one of messages.
 * @throws AppError invalid_request, image_not_supported, file_not_supported
 */
export function chatToMessages(body: JsonObject): JsonObject {
  refuseParameters(body, REFUSED);
  const model = messagesModel(textOf(body['model']));
  const { system, turns } = readConversation(body['messages']);
  const tools = readTools(body, model);
  const maxTokens = countOf(body['max_completion_tokens']) ?? countOf(body['max_tokens']) ?? model.defaultMaxTokens;
  const { thinking, effort } = readThinking(body, model, { maxTokens, toolForced: tools.forced, turns });
  const { format, instructions } = readFormat(objectOf(body['response_format']), model);
  const outputConfig = present({ effort, format });
  return {
    ...present({ model: body['model'] }),
    max_tokens: maxTokens,
    ...systemField([...system, ...instructions.map((text) => ({ type: 'text', text }))]),
    messages: turns.map(({ role, content }) => ({ role, content: plainContent(content) })),
    ...tools.fields,
    ...present({
      thinking,
      output_config: Object.keys(outputConfig).length > 0 ? outputConfig : null,
      ...readSampling(body, model, thinking),
      stop_sequences: stopSequences(body['stop']),
      metadata: metadata(body),
      service_tier: serviceTier(body['service_tier']),
      stream: body['stream'],
    }),
  };
}

function systemField(blocks: readonly JsonObject[]): JsonObject {
  return blocks.length === 0 ? {} : { system: plainContent(blocks) };
}

/** The short form for one text without marks. */
function plainContent(blocks: readonly JsonObject[]): AnyJson {
  const [first, ...others] = blocks;
  const isPlain = first?.['type'] === 'text' && others.length === 0 && Object.keys(first).length === 2;
  return isPlain ? textOf(first['text']) : blocks;
}

interface Format {
  /** `output_config.format`, where the model has it. */
  readonly format: JsonObject | null;
  /** Texts for the system prompt, where it does not. */
  readonly instructions: readonly string[];
}

/** Structured output. The protocol knows JSON with a schema only, and older models not even that: they are told in words. */
function readFormat(responseFormat: JsonObject, model: MessagesModel): Format {
  switch (textOf(responseFormat['type'])) {
    case 'json_schema': {
      const schema = objectOf(objectOf(responseFormat['json_schema'])['schema']);
      if (model.structuredOutput)
        return { format: { type: 'json_schema', schema: supportedSchema(schema) }, instructions: [] };
      // It names the language of schemas, which the sentence does already.
      const said = JSON.stringify({ ...schema, $schema: undefined });
      return { format: null, instructions: [INSTRUCTIONS.schema, said] };
    }
    case 'json_object':
      return { format: null, instructions: [INSTRUCTIONS.object] };
    default:
      return { format: null, instructions: [] };
  }
}

function stopSequences(stop: AnyJson | undefined): readonly string[] | null {
  const sequences = typeof stop === 'string' ? [stop] : textsOf(stop);
  if (sequences.some((sequence) => sequence.trim() === '')) {
    throw refusal('stop', 'The provider of this model takes no stop sequence that is only white space.');
  }
  return sequences.length > 0 ? sequences : null;
}

/** The only metadata that the protocol knows is an opaque name of the person who asks. */
function metadata(body: JsonObject): JsonObject | null {
  const own = textOf(objectOf(body['metadata'])['user_id']);
  const user = textOf(body['safety_identifier']) || textOf(body['user']) || own;
  return user === '' ? null : { user_id: user };
}

function serviceTier(tier: AnyJson | undefined): string | null {
  if (tier === 'auto') return 'auto';
  return tier === 'default' ? 'standard_only' : null;
}
