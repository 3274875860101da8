import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { mapObject } from './leaves.ts';

/** Fields of the messages protocol that hold what the provider has encrypted for itself. */
const ENCRYPTED: ReadonlySet<string> = new Set(['encrypted_content', 'encrypted_index']);

/**
 * Goes through what a provider has encrypted, wherever it stands in a part of a message: redacted thinking, results of searches, citations.
 *
 * @param change - undefined leaves the field out
 */
export function mapEncrypted(value: AnyJson, change: (encrypted: string) => string | undefined): AnyJson {
  if (Array.isArray(value)) return (value as readonly AnyJson[]).map((item) => mapEncrypted(item, change));
  if (!isJsonObject(value)) return value;
  return mapObject(value, (name, field) => {
    // The arguments of a tool are the client's.
    if (name === 'input') return field;
    const isEncrypted = ENCRYPTED.has(name) || (name === 'data' && isRedacted(value));
    return isEncrypted && typeof field === 'string' ? change(field) : mapEncrypted(field, change);
  });
}

export const isRedacted = ({ type }: JsonObject): boolean => type === 'redacted_thinking';
