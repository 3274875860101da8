import { createHmac } from 'node:crypto';
import { formKey, type Mapping, type MappingBook, type PlaceholderMac } from './assign.ts';

/** An account's mappings in memory: for tests, and for the command line, which has no database. */
export function createMemoryBook(mappings: Iterable<Mapping> = []): MappingBook & { add(mapping: Mapping): void } {
  const byForm = new Map<string, string>();
  const byHash = new Map<string, string>();
  const add = (mapping: Mapping) => {
    byForm.set(formKey({ category: mapping.category, text: mapping.original }), mapping.hash);
    byHash.set(mapping.hash, mapping.original);
  };
  for (const mapping of mappings) add(mapping);
  const pick = (source: ReadonlyMap<string, string>, keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (source.has(key) ? [[key, source.get(key)!] as const] : [])));
  return {
    add,
    hashesOf: (forms) => Promise.resolve(pick(byForm, forms.map(formKey))),
    originals: (hashes) => Promise.resolve(pick(byHash, hashes)),
  };
}

/** HMAC-SHA-256 under a given key. */
export function createMac(key: Uint8Array): PlaceholderMac {
  return (value) => createHmac('sha256', key).update(value).digest();
}
