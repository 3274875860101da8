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

/** An identifier of a tool call in the characters that Anthropic takes; the same for a call and its result. */
export function toolUseId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}
