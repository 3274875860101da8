import { nestsTooDeep } from '../../../../core/jsonDepth.ts';
import { type AnyJson, isJsonObject, type JsonObject, type ServerSentEvent } from '../../../../providers/types.ts';

/** The JSON object of an event; undefined when it carries something else ("[DONE]"). */
export function dataOf(event: ServerSentEvent): JsonObject | undefined {
  if (nestsTooDeep(event.data)) return undefined;
  try {
    const data = JSON.parse(event.data) as AnyJson;
    return isJsonObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The event with other data. */
export function withData(event: ServerSentEvent, data: JsonObject): ServerSentEvent {
  return { event: event.event, data: JSON.stringify(data) };
}

/** The objects of a list; what is no list has none. */
export function objectsOf(value: AnyJson | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as readonly AnyJson[]).filter(isJsonObject) : [];
}
