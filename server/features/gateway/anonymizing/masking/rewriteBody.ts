import { AppError } from '../../../../core/errors.ts';
import type { AnyJson, JsonObject } from '../../../../providers/types.ts';
import type { MaskableProtocol } from '../types.ts';
import { CHAT_FIELD_NAMES, CHAT_FIELDS } from './chatBody.ts';
import {
  type FieldRule,
  type FieldRules,
  kept,
  partsOf,
  prose,
  removed,
  rewriteFields,
  setting,
  word,
} from './fields.ts';
import { MESSAGES_FIELD_NAMES, MESSAGES_FIELDS } from './messagesBody.ts';
import { SCHEMA_KEYWORDS } from './schema.ts';
import type { BodyVisitor } from './visitor.ts';

/** Texts, one or a list. Lists of tokens say the same in numbers that nobody here can read. */
const embeddingInput: FieldRule = (value, visitor, place) => {
  const texts = Array.isArray(value) ? (value as readonly AnyJson[]) : [value];
  if (texts.some((text) => typeof text === 'number' || Array.isArray(text))) {
    throw new AppError('invalid_request', 'Anonymous embeddings take texts, not tokens.', {
      fields: { param: 'input' },
    });
  }
  return Array.isArray(value) ? partsOf(prose)(value, visitor, place) : prose(value, visitor, place);
};

/** Fields of an embeddings request (https://platform.openai.com/docs/api-reference/embeddings). */
const EMBEDDINGS_FIELDS: FieldRules = {
  model: kept,
  input: embeddingInput,
  encoding_format: word,
  dimensions: setting,
  user: removed,
};

const FIELDS: Readonly<Record<MaskableProtocol, FieldRules>> = Object.freeze({
  chat: CHAT_FIELDS,
  messages: MESSAGES_FIELDS,
  embeddings: EMBEDDINGS_FIELDS,
});

/** Names of the fields of all protocols: they are in every body, whatever it says. */
export const FIELD_NAMES: ReadonlySet<string> = new Set([
  ...[...CHAT_FIELD_NAMES, ...MESSAGES_FIELD_NAMES, ...Object.keys(EMBEDDINGS_FIELDS), ...SCHEMA_KEYWORDS],
]);

/**
 * Walks a request body, always in the same order, and puts in what the visitor makes of each thing in it that may hold a value. Only what has
 * a rule of its protocol that says otherwise escapes the visitor.
 */
export function rewriteBody(protocol: MaskableProtocol, body: JsonObject, visitor: BodyVisitor): JsonObject {
  visitor.part();
  return rewriteFields(body, FIELDS[protocol], visitor, { label: '', speaker: 'other' });
}
