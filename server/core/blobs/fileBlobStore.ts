import { randomBytes } from 'node:crypto';
import { open, opendir, readdir, readFile, rename, rm } from 'node:fs/promises';
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

  /** Objects that are being encrypted anew: who deletes one waits, so that it does not come back. */
  const resealing = new Map<string, Promise<boolean>>();

  const write = async (accountId: string, ref: BlobRef, bytes: Uint8Array): Promise<BlobRef> => {
    const sealed = await vault.encryptInPieces(accountId, boundTo(ref), bytes);
    await place(folderOf(accountId, ref), ref, sealed);
    return ref;
  };

  const resealOne = async (accountId: string, ref: BlobRef): Promise<boolean> => {
    const folder = folderOf(accountId, ref);
    const head = await firstBytes(join(folder, ref));
    if (head === null || !(await vault.isUnderOlderKey(accountId, head))) return false;
    try {
      const bytes = await readFile(join(folder, ref));
      const sealed = await vault.reseal(accountId, boundTo(ref), bytes);
      if (sealed !== null) await place(folder, ref, [sealed]);
      return sealed !== null;
    } catch (error) {
      // Damaged, so that nobody can read it under any key; or deleted meanwhile.
      if (error instanceof DecryptionError || hasErrno(error, 'ENOENT')) return false;
      throw error;
    }
  };

  const place = async (folder: string, ref: BlobRef, sealed: Iterable<Uint8Array>): Promise<void> => {
    const file = join(folder, ref);
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
      const file = join(folderOf(accountId, ref), ref);
      await resealing.get(file)?.catch(() => undefined);
      await rm(file, { force: true });
    },

    async count(accountId) {
      let count = 0;
      for await (const { name } of filesOf(dir, accountId)) if (REF.test(name)) count += 1;
      return count;
    },

    async reseal(accountId, { signal, onObject }) {
      let changed = 0;
      for await (const { name, file } of filesOf(dir, accountId)) {
        signal.throwIfAborted();
        if (!REF.test(name)) continue;
        const working = resealOne(accountId, name);
        resealing.set(file, working);
        try {
          if (await working) changed += 1;
        } finally {
          resealing.delete(file);
        }
        await onObject();
      }
      return changed;
    },

    async deleteAll(accountId) {
      if (!ACCOUNT_ID.test(accountId)) throw new Error('not an account');
      await rm(join(dir, accountId), { recursive: true, force: true });
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
    for await (const found of filesOf(dir, accountId)) yield { accountId, ...found };
  }
}

async function* filesOf(dir: string, accountId: string): AsyncIterable<{ name: string; file: string }> {
  for (const prefix of await namesIn(join(dir, accountId))) {
    const folder = join(dir, accountId, prefix);
    for await (const { name } of await opendir(folder)) yield { name, file: join(folder, name) };
  }
}

/** Beginning of a file; null when it is gone. */
async function firstBytes(file: string): Promise<Uint8Array | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return null;
    throw error;
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
