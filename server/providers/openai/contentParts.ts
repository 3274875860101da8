import { parseJson } from '../transport/body.ts';
import { isJsonObject, type AnyJson, type JsonObject, type ServerSentEvent } from '../types.ts';

/** Whether an event can have a list where the content stands, without parsing it. */
const LIST = /"content"\s*:\s*\[/;

/**
 * A chat completion, or a chunk of one, whose content is a text. Mistral's models that reason answer with a list of parts, `thinking` and `text`
 * (https://docs.mistral.ai/capabilities/reasoning); the thinking becomes `reasoning_content`, as other servers of the protocol have it.
 */
export function joinContent(body: JsonObject): JsonObject {
  const { choices } = body;
  if (!Array.isArray(choices)) return body;
  return {
    ...body,
    choices: (choices as readonly AnyJson[]).map((choice) => (isJsonObject(choice) ? joinChoice(choice) : choice)),
  };
}

/** The same for the events of a stream. */
export async function* withJoinedEvents(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const { event, data } of events) {
    const chunk = LIST.test(data) ? parseJson(data) : undefined;
    yield { event, data: isJsonObject(chunk) ? JSON.stringify(joinContent(chunk)) : data };
  }
}

function joinChoice(choice: JsonObject): JsonObject {
  const { message, delta } = choice;
  return {
    ...choice,
    ...(isJsonObject(message) && { message: joinMessage(message) }),
    ...(isJsonObject(delta) && { delta: joinMessage(delta) }),
  };
}

function joinMessage(message: JsonObject): JsonObject {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const parts = (content as readonly AnyJson[]).filter((part) => isJsonObject(part));
  const reasoning = textOf(
    parts.filter(({ type }) => type === 'thinking').flatMap(({ thinking }) => partsIn(thinking)),
  );
  return { ...message, content: textOf(parts), ...(reasoning !== '' && { reasoning_content: reasoning }) };
}

function partsIn(value: AnyJson | undefined): readonly JsonObject[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? (value as readonly AnyJson[]).filter((part) => isJsonObject(part)) : [];
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}
