import type { AnyJson } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { objectOf, textsOf } from '../common/read.ts';

/**
 * True for a JSON schema that OpenAI takes with `strict`: every object closed, all of its properties required. Others are
 * refused there, and asked for without `strict`.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export function isStrictSchema(schema: AnyJson | undefined): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (!isJsonObject(schema)) return true;
  if ('allOf' in schema || 'oneOf' in schema) return false;
  if (schema['type'] === 'object' || schema['properties'] !== undefined) {
    const required = new Set(textsOf(schema['required']));
    const names = Object.keys(objectOf(schema['properties']));
    if (schema['additionalProperties'] !== false || !names.every((name) => required.has(name))) return false;
  }
  const named = [schema['properties'], schema['$defs'], schema['definitions']].flatMap((schemas) =>
    Object.values(objectOf(schemas)),
  );
  return [...named, schema['items'], schema['anyOf']].every(isStrictSchema);
}
