import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { isAbsent, listOf, objectOf, textOf } from '../../common/read.ts';

/** String formats that structured outputs check, https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
const FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Keywords that are taken as they are. */
const KEPT: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'required',
]);
/** Keywords that hold named schemas. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
/** Keywords that hold lists of schemas, with the name under which they are taken. */
const LISTS: Readonly<Record<string, string>> = Object.freeze({ anyOf: 'anyOf', oneOf: 'anyOf', allOf: 'allOf' });
/** Keywords that say nothing about a value. */
const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'additionalProperties']);

/**
 * A JSON schema in the subset that Anthropic's structured outputs take. Other keywords would be refused: what they ask for
 * (bounds, patterns) goes to the description, where the model reads it.
 */
export function supportedSchema(schema: JsonObject): JsonObject {
  const supported: Record<string, AnyJson> = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (isAbsent(value) || DROPPED.has(keyword)) continue;
    const list = LISTS[keyword];
    if (NAMED.has(keyword)) supported[keyword] = mapValues(objectOf(value));
    else if (list !== undefined) supported[list] = subschemas(value);
    else if (keyword === 'items') supported['items'] = subschema(value);
    else if (KEPT.has(keyword) || isSupportedBound(keyword, value)) supported[keyword] = value;
    else told.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  if (schema['type'] === 'object' || schema['properties'] !== undefined) supported['additionalProperties'] = false;
  if (told.length > 0) {
    supported['description'] = [textOf(supported['description']), told.join(', ')]
      .filter((text) => text !== '')
      .join('\n');
  }
  return supported;
}

function isSupportedBound(keyword: string, value: AnyJson): boolean {
  if (keyword === 'format') return FORMATS.has(textOf(value));
  return keyword === 'minItems' && (value === 0 || value === 1);
}

function mapValues(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, subschema(schema)]));
}

function subschemas(value: AnyJson): readonly AnyJson[] {
  return listOf(value).map(subschema);
}

function subschema(value: AnyJson | undefined): AnyJson {
  return isJsonObject(value) ? supportedSchema(value) : (value ?? {});
}
