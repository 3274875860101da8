import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { rewriteObject, rewriteValue } from './rewriteValue.ts';
import type { BodyVisitor, Place } from './visitor.ts';

/** Words of JSON Schema (2020-12) and of the function schemas of providers that say how, not what. */
const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Keywords whose values are schemas by property name. */
const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords whose value is a schema or a list of them. */
const NESTED: ReadonlySet<string> = new Set([
  ...['items', 'prefixItems', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains'],
  ...['propertyNames', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);
/** Keywords whose numbers limit values and are none themselves. */
const LIMITS: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
]);
/** Values of `format` that the specification and the providers know. */
const FORMATS: ReadonlySet<string> = new Set([
  ...['date-time', 'date', 'time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6', 'uri'],
  ...['uri-reference', 'iri', 'uuid', 'regex', 'json-pointer', 'int32', 'int64', 'float', 'double', 'byte', 'binary'],
]);
/** Names of the fields of a schema. */
export const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'format', 'required', 'dependentRequired', '$ref', '$id', '$schema', '$anchor', '$comment'],
  ...['title', 'description', 'enum', 'const', 'default', 'examples', 'pattern', 'nullable', 'strict', 'deprecated'],
  ...['readOnly', 'writeOnly', 'uniqueItems', 'contentEncoding', 'contentMediaType'],
  ...[...BY_NAME, ...NESTED, ...LIMITS],
]);
const DRAFTS = /^https?:\/\/json-schema\.org\/draft[-/a-z0-9]*\/schema#?$/;

/** Changes the texts, examples and property names of a JSON schema; its structure stays. */
export function rewriteSchema(schema: AnyJson, visitor: BodyVisitor, place: Place): AnyJson {
  if (Array.isArray(schema)) {
    return (schema as readonly AnyJson[]).map((item) => rewriteSchema(item, visitor, place));
  }
  if (!isJsonObject(schema)) return rewriteValue(schema, visitor, place);
  return rewriteObject(schema, (keyword, value) => [
    SCHEMA_KEYWORDS.has(keyword) ? keyword : visitor.name(keyword),
    rewriteKeyword(keyword, value, visitor, place),
  ]);
}

function rewriteKeyword(keyword: string, value: AnyJson, visitor: BodyVisitor, place: Place): AnyJson {
  if (BY_NAME.has(keyword) && isJsonObject(value)) return rewriteProperties(value, visitor, place);
  if (NESTED.has(keyword)) return rewriteSchema(value, visitor, place);
  if (keyword === 'required') return namesOf(value, visitor, place);
  if (keyword === 'dependentRequired' && isJsonObject(value)) {
    return rewriteObject(value, (name, names) => [visitor.name(name), namesOf(names, visitor, place)]);
  }
  if (keyword === '$ref' && typeof value === 'string')
    return value
      .split('/')
      .map((part) => visitor.name(part))
      .join('/');
  if (isKept(keyword, value)) return value;
  return rewriteValue(value, visitor, place);
}

function rewriteProperties(properties: JsonObject, visitor: BodyVisitor, place: Place): JsonObject {
  return rewriteObject(properties, (name, schema) => [
    visitor.name(name),
    rewriteSchema(schema, visitor, { ...place, label: name }),
  ]);
}

function namesOf(value: AnyJson, visitor: BodyVisitor, place: Place): AnyJson {
  if (!Array.isArray(value)) return rewriteValue(value, visitor, place);
  return (value as readonly AnyJson[]).map((name) =>
    typeof name === 'string' ? visitor.name(name) : rewriteValue(name, visitor, place),
  );
}

function isKept(keyword: string, value: AnyJson): boolean {
  if (LIMITS.has(keyword)) return typeof value === 'number';
  if (keyword === 'type') {
    return Array.isArray(value) ? value.every((type) => isOneOf(TYPES, type as AnyJson)) : isOneOf(TYPES, value);
  }
  if (keyword === 'format') return isOneOf(FORMATS, value);
  return keyword === '$schema' && typeof value === 'string' && DRAFTS.test(value);
}

/** Whether a text is a word of schemas, as a value. */
export function isSchemaWord(text: string): boolean {
  return TYPES.has(text) || FORMATS.has(text) || DRAFTS.test(text);
}

function isOneOf(words: ReadonlySet<string>, value: AnyJson): boolean {
  return typeof value === 'string' && words.has(value);
}
