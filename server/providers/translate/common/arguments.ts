import { createHash } from 'node:crypto';
import type { AnyJson, JsonObject } from '../../json.ts';
import { isAbsent, parseObject } from './read.ts';

/** The arguments of a call of a tool that takes none. Some servers leave them empty, which clients cannot parse. */
export const NO_ARGUMENTS = '{}';

/**
 * The arguments of a tool call as an object. Chat completions carry them as the text that the model wrote, which need not be
 * JSON; such a text is kept under `invalid_arguments`, so that the model can see its mistake.
 */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  return parseObject(text) ?? { invalid_arguments: text };
}

/** The input of a tool call as text. */
export function argumentsText(input: AnyJson | undefined): string {
  return isAbsent(input) ? NO_ARGUMENTS : JSON.stringify(input);
}

const DIGITS_OF_ID = 24;

/**
 * An identifier of a tool call in the characters that Anthropic takes; the same for a call and its result. Another one is not spelled anew but
 * hashed: two could become the same, and what an anonymous request has to mask in it could no longer be told.
 */
export function toolUseId(id: string): string {
  if (/^[A-Za-z0-9_-]*$/.test(id)) return id;
  return `toolu_${createHash('sha256').update(id).digest('hex').slice(0, DIGITS_OF_ID)}`;
}
