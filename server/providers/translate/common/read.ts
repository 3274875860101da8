import { isJsonObject, type AnyJson, type JsonObject } from '../../json.ts';

/** A string, or '' for anything else. */
export function textOf(value: AnyJson | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** An object, or an empty one for anything else. */
export function objectOf(value: AnyJson | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The values of an array; none for anything else. */
export function listOf(value: AnyJson | undefined): readonly AnyJson[] {
  return Array.isArray(value) ? (value as readonly AnyJson[]) : [];
}

/** The objects of an array; none for anything else. */
export function objectsOf(value: AnyJson | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
}

/** The strings of an array; none for anything else. */
export function textsOf(value: AnyJson | undefined): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** A count of tokens: a number from zero on, or null for anything else. */
export function countOf(value: AnyJson | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** True when a field says nothing: absent or null. */
export function isAbsent(value: AnyJson | undefined): value is null | undefined {
  return value === undefined || value === null;
}

/** The fields whose value is there; what is undefined or null is left out. */
export function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isAbsent(value)));
}

/** A JSON object out of a text, or undefined when the text is none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
