import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { isOpaque } from './packed.ts';
import { isProtocolWord, PROVIDER_TOOLS } from './protocolWords.ts';
import { rewriteObject, rewriteValue } from './rewriteValue.ts';
import type { BodyVisitor, Place } from './visitor.ts';

/** What a rule does with one field; undefined leaves the field out. */
export type FieldRule = (value: AnyJson, visitor: BodyVisitor, place: Place) => AnyJson | undefined;
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Numbers, booleans and null that steer the model. Anything else in their place is masked as text. */
export const setting: FieldRule = (value, visitor, place) =>
  typeof value === 'string' || typeof value === 'object' ? rewriteValue(value, visitor, place) : value;

/** Words of the protocol, alone, in a list or as the values of an object. */
export const word: FieldRule = (value, visitor, place) => {
  if (typeof value === 'string' && isProtocolWord(value)) return value;
  if (Array.isArray(value)) return (value as readonly AnyJson[]).map((item) => word(item, visitor, place) ?? null);
  if (isJsonObject(value)) return rewriteObject(value, (name, item) => [name, word(item, visitor, place) ?? null]);
  return setting(value, visitor, place);
};

/** Decided by the gateway, or of use to the provider only as it is; the last look at what leaves sees it too. */
export const kept: FieldRule = (value) => value;

/** Made by the provider, and of use to it only as it was: signatures, encrypted results. What can be read is no such thing. */
export const sealed: FieldRule = (value, visitor, place) =>
  typeof value === 'string' && isOpaque(value) ? value : rewriteValue(value, visitor, place);

/** Tells the provider who asks, and nothing that the answer needs. */
export const removed: FieldRule = () => undefined;

export const identifier: FieldRule = (value, visitor, place) =>
  typeof value === 'string' ? visitor.identifier(value) : rewriteValue(value, visitor, place);

/** Tools that the provider defines have the names that it gives them. */
export const toolName: FieldRule = (value, visitor, place) => {
  if (typeof value !== 'string') return rewriteValue(value, visitor, place);
  return PROVIDER_TOOLS.has(value) ? value : visitor.name(value);
};

/** Addresses that the provider calls, one or a list; `param` names the field for the error. */
export const address =
  (param: string): FieldRule =>
  (value, visitor, place) => {
    if (typeof value === 'string') return visitor.address(value, param);
    if (!Array.isArray(value)) return rewriteValue(value, visitor, place);
    return (value as readonly AnyJson[]).map((item) => address(param)(item, visitor, place) ?? null);
  };

/** Names of tools, one or a list. */
export const toolNames: FieldRule = (value, visitor, place) =>
  Array.isArray(value)
    ? (value as readonly AnyJson[]).map((item) => toolName(item, visitor, place) ?? null)
    : toolName(value, visitor, place);

/** Text without a label that says what it is. */
export const prose: FieldRule = (value, visitor, place) => rewriteValue(value, visitor, { ...place, label: '' });

/** Text that is one text whatever it looks like: what is not masked keeps its spelling, also where it is JSON. */
export const verbatim: FieldRule = (value, visitor, place) =>
  typeof value === 'string' ? visitor.text(value, { ...place, label: '' }) : rewriteValue(value, visitor, place);

/** Fields by their rules. Fields without one are masked as anything, with their names as they are: they are the protocol's. */
export function rewriteFields(object: JsonObject, rules: FieldRules, visitor: BodyVisitor, place: Place): JsonObject {
  return rewriteObject(object, (name, value) => {
    const rule = Object.hasOwn(rules, name) ? rules[name]! : undefined;
    const inside = { ...place, label: name };
    if (rule === undefined) return [visitor.key(name), rewriteValue(value, visitor, inside)];
    const changed = rule(value, visitor, inside);
    return changed === undefined ? undefined : [name, changed];
  });
}

/** A rule for an object with rules of its own. */
export const objectOf =
  (rules: FieldRules): FieldRule =>
  (value, visitor, place) =>
    isJsonObject(value) ? rewriteFields(value, rules, visitor, place) : rewriteValue(value, visitor, place);

/** A rule for a list of such objects; what is no object is masked as anything. */
export const listOf =
  (rules: FieldRules | FieldRule): FieldRule =>
  (value, visitor, place) => {
    if (!Array.isArray(value)) return rewriteValue(value, visitor, place);
    const rule = typeof rules === 'function' ? rules : objectOf(rules);
    return (value as readonly AnyJson[]).flatMap((item) => {
      const changed = rule(item, visitor, place);
      return changed === undefined ? [] : [changed];
    });
  };

/** A rule for parts of the conversation: each is looked at as one text. */
export const partsOf =
  (rule: FieldRule): FieldRule =>
  (value, visitor, place) =>
    listOf((item, inner, at) => {
      inner.part();
      return rule(item, inner, at);
    })(value, visitor, place);

/** The rule, as a part of its own. */
export const part =
  (rule: FieldRule): FieldRule =>
  (value, visitor, place) => {
    visitor.part();
    return rule(value, visitor, place);
  };
