import { z } from 'zod';
import type { Mapping } from '../core/placeholders/assign.ts';
import { formatPlaceholder } from '../core/placeholders/format.ts';
import { DecryptionError, deriveKey, seal, unseal } from '../core/vault/cipher.ts';
import { CommandError } from './commandError.ts';

/** Added to the name of an anonymized document. */
export const MAPPING_SUFFIX = '.mapping.json';

const BOUND_TO = 'mapping-file/1';
const file = z.object({ format: z.literal('deckname-mapping'), version: z.literal(1), sealed: z.base64() });
const content = z.object({
  mappings: z.array(z.object({ category: z.string(), hash: z.string(), original: z.string() })),
});

/**
 * The replaced values of one document as a file: JSON with one field that is encrypted (AES-256-GCM under a key derived from the
 * master key), so the file is worth nothing without that key.
 */
export function sealMappings(mappings: readonly Mapping[], masterKey: Uint8Array): Uint8Array {
  const plain = content.parse({ mappings });
  const sealed = seal(deriveKey(masterKey, 'mapping-files'), BOUND_TO, Buffer.from(JSON.stringify(plain), 'utf8'));
  const stored = { format: 'deckname-mapping', version: 1, sealed: Buffer.from(sealed).toString('base64') };
  return Buffer.from(`${JSON.stringify(stored)}\n`, 'utf8');
}

/**
 * Undoes {@link sealMappings}.
 * @throws CommandError when it is no mapping file or was made with another master key
 */
export function openMappings(bytes: Uint8Array, masterKey: Uint8Array): Mapping[] {
  const stored = file.safeParse(parseJson(Buffer.from(bytes).toString('utf8')));
  if (!stored.success) throw new CommandError('input', 'The mapping file is not one of Deckname, or it is damaged.');
  const plain = decrypt(Buffer.from(stored.data.sealed, 'base64'), masterKey);
  const { mappings } = content.parse(parseJson(Buffer.from(plain).toString('utf8')));
  return mappings.map((mapping) => ({
    ...mapping,
    placeholder: formatPlaceholder(mapping.category, mapping.hash),
    isNew: false,
  }));
}

function decrypt(sealed: Uint8Array, masterKey: Uint8Array): Uint8Array {
  try {
    return unseal(deriveKey(masterKey, 'mapping-files'), BOUND_TO, sealed);
  } catch (cause) {
    if (!(cause instanceof DecryptionError)) throw cause;
    throw new CommandError('input', 'The mapping file was made with another master key, or it is damaged.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
