import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { isJsonText, jsonTokens } from './jsonText.ts';
import type { BodyVisitor, Place } from './visitor.ts';

/** Changes every text, number and property name of a value of which nothing is known. */
export function rewriteValue(value: AnyJson, visitor: BodyVisitor, place: Place): AnyJson {
  if (typeof value === 'string') return rewriteText(value, visitor, place);
  if (typeof value === 'number') return visitor.number(String(value), place);
  if (Array.isArray(value)) return (value as readonly AnyJson[]).map((item) => rewriteValue(item, visitor, place));
  if (!isJsonObject(value)) return value;
  return rewriteObject(value, (name, item) => [
    visitor.key(name),
    rewriteValue(item, visitor, { ...place, label: name }),
  ]);
}

/** A text that may be JSON: then its strings and numbers are changed one by one and the rest keeps its spelling. */
export function rewriteText(text: string, visitor: BodyVisitor, place: Place): string {
  if (!isJsonText(text)) return visitor.text(text, place);
  let out = '';
  let at = 0;
  for (const { kind, start, end, label } of jsonTokens(text)) {
    const raw = text.slice(start, end);
    out += text.slice(at, start) + rewriteToken(kind, raw, visitor, { ...place, label: label || place.label });
    at = end;
  }
  return out + text.slice(at);
}

function rewriteToken(kind: 'string' | 'number' | 'name', raw: string, visitor: BodyVisitor, place: Place): string {
  if (kind === 'number') {
    const changed = visitor.number(raw, place);
    // A number that stays keeps its digits, also those that a double cannot hold.
    return typeof changed === 'number' ? raw : JSON.stringify(changed);
  }
  const value = JSON.parse(raw) as string;
  const changed = kind === 'name' ? visitor.key(value) : rewriteText(value, visitor, place);
  return changed === value ? raw : JSON.stringify(changed);
}

/** A field with its new name and value; undefined leaves it out. */
export type FieldChange = readonly [name: string, value: AnyJson] | undefined;

/** An object with other fields, in the same order. */
export function rewriteObject(object: JsonObject, change: (name: string, value: AnyJson) => FieldChange): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): (readonly [string, AnyJson])[] => {
      const changed = value === undefined ? undefined : change(name, value);
      return changed === undefined ? [] : [changed];
    }),
  );
}
