import { createHash } from 'node:crypto';
import type { Quirks } from './presets.ts';
import { isJsonObject, type AnyJson, type JsonObject } from './types.ts';

const SHORT_ID = /^[A-Za-z0-9]{9}$/;
const ID_LENGTH = 9;

/** A request body as the provider takes it; the same value when there is nothing to change. */
export function adaptRequest(body: JsonObject, quirks: Quirks): JsonObject {
  return adaptMessages(adaptFields(body, quirks), quirks);
}

function adaptFields(body: JsonObject, { refusedFields, renamedFields }: Quirks): JsonObject {
  const touched = Object.keys(body).some((name) => refusedFields.includes(name) || Object.hasOwn(renamedFields, name));
  if (!touched) return body;
  const adapted: Record<string, AnyJson | undefined> = {};
  for (const [name, value] of Object.entries(body)) {
    if (refusedFields.includes(name)) continue;
    const known = renamedFields[name] ?? name;
    if (known === name || !Object.hasOwn(body, known)) adapted[known] = value;
  }
  return adapted;
}

function adaptMessages(body: JsonObject, quirks: Quirks): JsonObject {
  const { messages } = body;
  const { developerAsSystem, shortToolCallIds, messageFields } = quirks;
  if (!Array.isArray(messages) || !(developerAsSystem || shortToolCallIds || messageFields !== null)) return body;
  const adapted = (messages as readonly AnyJson[]).map((message) =>
    isJsonObject(message) ? adaptMessage(message, quirks) : message,
  );
  return { ...body, messages: adapted };
}

function adaptMessage(message: JsonObject, { developerAsSystem, shortToolCallIds, messageFields }: Quirks): JsonObject {
  const renamed = developerAsSystem && message['role'] === 'developer' ? { ...message, role: 'system' } : message;
  const known =
    messageFields === null
      ? renamed
      : Object.fromEntries(Object.entries(renamed).filter(([name]) => messageFields.includes(name)));
  return shortToolCallIds ? shortenIds(known) : known;
}

function shortenIds(message: JsonObject): JsonObject {
  const { tool_call_id: id, tool_calls: calls } = message;
  return {
    ...message,
    ...(typeof id === 'string' && { tool_call_id: shortId(id) }),
    ...(Array.isArray(calls) && {
      tool_calls: (calls as readonly AnyJson[]).map((call) =>
        isJsonObject(call) && typeof call['id'] === 'string' ? { ...call, id: shortId(call['id']) } : call,
      ),
    }),
  };
}

/** The same id always becomes the same one, so that a call and its result stay together over all requests of a conversation. */
function shortId(id: string): string {
  return SHORT_ID.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, ID_LENGTH);
}
