import { z } from 'zod';
import type { Mapping } from '../core/placeholders/assign.ts';
import { formatPlaceholder } from '../core/placeholders/format.ts';
import { DecryptionError, deriveKey, seal, unseal } from '../core/vault/cipher.ts';
import { CommandError } from './commandError.ts';

/** Added to the name of an anonymized document. */
export const MAPPING_SUFFIX = '.mapping.json';

const BOUND_TO = 'mapping-file/1';
const file = z.object({ format: z.literal('deckname-mapping'), version: z.literal(1), sealed: z.base64() });

/** What a run over many files has done, so that another run goes on with it. */
const run = z.object({
  /** Key of the placeholders of this run, in Base64. */
  key: z.base64(),
  files: z.array(
    z.object({
      /** Path in the input, `/` between folders. */
      path: z.string(),
      /** SHA-256 of the content and of the options, in hexadecimal digits. */
      fingerprint: z.string(),
      /** Path in the folder of the results. */
      output: z.string(),
      /** false: it may not have been written to its end. */
      done: z.boolean(),
    }),
  ),
});
export type RunState = z.infer<typeof run>;

const content = z.object({
  mappings: z.array(z.object({ category: z.string(), hash: z.string(), original: z.string() })),
  run: run.optional(),
});

/**
 * The replaced values of one document, or of one run over many, as a file: JSON with one field that is encrypted (AES-256-GCM under a key derived
 * from the master key), so the file is worth nothing without that key.
 */
export function sealMappings(mappings: readonly Mapping[], masterKey: Uint8Array, state?: RunState): Uint8Array {
  const plain = content.parse({ mappings, run: state });
  const sealed = seal(deriveKey(masterKey, 'mapping-files'), BOUND_TO, Buffer.from(JSON.stringify(plain), 'utf8'));
  const stored = { format: 'deckname-mapping', version: 1, sealed: Buffer.from(sealed).toString('base64') };
  return Buffer.from(`${JSON.stringify(stored)}\n`, 'utf8');
}

/**
 * Undoes {@link sealMappings}.
 * @throws CommandError when it is no mapping file or was made with another master key
 */
export function openMappings(bytes: Uint8Array, masterKey: Uint8Array): Mapping[] {
  return openRun(bytes, masterKey).mappings;
}

/** As {@link openMappings}, with what the run has done; `state` is undefined in the file of a single document. */
export function openRun(
  bytes: Uint8Array,
  masterKey: Uint8Array,
): { readonly mappings: Mapping[]; readonly state: RunState | undefined } {
  const stored = file.safeParse(parseJson(Buffer.from(bytes).toString('utf8')));
  if (!stored.success) throw new CommandError('input', 'The mapping file is not one of Deckname, or it is damaged.');
  const plain = decrypt(Buffer.from(stored.data.sealed, 'base64'), masterKey);
  const { mappings, run: state } = content.parse(parseJson(Buffer.from(plain).toString('utf8')));
  return {
    state,
    mappings: mappings.map((mapping) => ({
      ...mapping,
      placeholder: formatPlaceholder(mapping.category, mapping.hash),
      isNew: false,
    })),
  };
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
