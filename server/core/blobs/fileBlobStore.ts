import { randomBytes } from 'node:crypto';
import { opendir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirDurably, syncDir, writeDurably } from '../files/durable.ts';
import { hasErrno } from '../files/errno.ts';
import { DecryptionError } from '../vault/cipher.ts';
import type { Vault } from '../vault/types.ts';
import { MissingBlobError, type BlobRef, type BlobStore } from './types.ts';

/** Both become parts of a path. */
const ACCOUNT_ID = /^[0-9A-Za-z-]{1,64}$/;
const REF = /^[0-9a-f]{64}$/;
const REF_BYTES = 32;
const boundTo = (ref: BlobRef) => `objects/${ref}`;

/** Stored objects as files: `<dir>/<account>/<first two digits of the reference>/<reference>`. */
export function createFileBlobStore({ dir, vault }: { dir: string; vault: Vault }): BlobStore {
  const folderOf = (accountId: string, ref: BlobRef): string => {
    if (!ACCOUNT_ID.test(accountId) || !REF.test(ref)) throw new Error('not a reference to a stored object');
    return join(dir, accountId, ref.slice(0, 2));
  };

  const write = async (accountId: string, ref: BlobRef, bytes: Uint8Array): Promise<BlobRef> => {
    const folder = folderOf(accountId, ref);
    const file = join(folder, ref);
    const sealed = await vault.encryptInPieces(accountId, boundTo(ref), bytes);
    await makeDirDurably(folder);
    const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeDurably(temporary, sealed);
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncDir(folder);
    return ref;
  };

  return {
    create: (accountId, bytes) => write(accountId, randomBytes(REF_BYTES).toString('hex'), bytes),

    async get(accountId, ref) {
      try {
        return await vault.decryptInPlace(accountId, boundTo(ref), await readFile(join(folderOf(accountId, ref), ref)));
      } catch (cause) {
        if (hasErrno(cause, 'ENOENT') || cause instanceof DecryptionError) throw new MissingBlobError({ cause });
        throw cause;
      }
    },

    async delete(accountId, ref) {
      await rm(join(folderOf(accountId, ref), ref), { force: true });
    },

    async sweep(references) {
      const wanted = new Set<string>();
      for await (const { accountId, ref } of references) wanted.add(`${accountId}/${ref}`);
      let removed = 0;
      for await (const { accountId, name, file } of storedFiles(dir)) {
        if (wanted.delete(`${accountId}/${name}`)) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return { removed, missing: wanted.size };
    },
  };
}

/** Every file below the folder of objects, temporary ones included. */
async function* storedFiles(dir: string): AsyncIterable<{ accountId: string; name: string; file: string }> {
  for (const accountId of await namesIn(dir)) {
    for (const prefix of await namesIn(join(dir, accountId))) {
      const folder = join(dir, accountId, prefix);
      for await (const { name } of await opendir(folder)) yield { accountId, name, file: join(folder, name) };
    }
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
