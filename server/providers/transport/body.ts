import { parseJsonInTurns } from '../../core/json/parseInTurns.ts';
import { nestsTooDeep } from '../../core/jsonDepth.ts';
import { isJsonObject, type AnyJson, type JsonObject } from '../types.ts';
import { malformed } from './failures.ts';

/** The bytes of a body; null when they are more than `most`, of which the rest is not read. */
export async function readBytes(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Parses without the parser's message, which quotes the text. undefined: no JSON, or one that nests deeper than any answer. */
export function parseJson(text: string): AnyJson | undefined {
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as AnyJson;
  } catch {
    return undefined;
  }
}

/** @throws ProviderError malformed when the body is too large or no JSON object */
export async function readJsonObject(body: AsyncIterable<Uint8Array>, most: number): Promise<JsonObject> {
  const bytes = await readBytes(body, most);
  // The parser's message quotes the text.
  const value = bytes === null ? undefined : await parseJsonInTurns(bytes.toString('utf8')).catch(() => undefined);
  if (!isJsonObject(value)) throw malformed();
  return value;
}

/** What an error answer says: its JSON, else null, because a text of a proxy in between is no word of the provider. */
export async function readErrorBody(body: AsyncIterable<Uint8Array>, most: number): Promise<AnyJson> {
  const bytes = await readBytes(body, most);
  return bytes === null ? null : (parseJson(bytes.toString('utf8')) ?? null);
}
