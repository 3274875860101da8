import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { StartError } from '../startError.ts';
import {
  type AccountKeys,
  deleteAccountKey,
  digestWith,
  dropFormerKey,
  insertAccountKey,
  insertNextKey,
  keyMadeAt,
  openingKey,
  readAccountKeys,
} from './accountKeys.ts';
import { DecryptionError, deriveKey, keyNumberOf, seal, sealInPieces, unseal, unsealInPlace } from './cipher.ts';
import type { Vault } from './types.ts';

declare module '../db/types.ts' {
  interface Tables {
    vault_check: { id: number; sealed: Uint8Array };
  }
}

/** Accounts whose unwrapped keys are kept. */
const CACHED_ACCOUNTS = 64;
const CHECK_ROW = 1;
const CHECK_BOUND_TO = 'vault_check/1/sealed';

export interface OpenVaultOptions {
  readonly database: Database;
  /** 32 bytes; wiped before this function returns. */
  readonly masterKey: Uint8Array;
  readonly clock: Clock;
}

/**
 * Opens the vault of a database. The first start stores a value sealed under the master key; later ones have to be able to open it.
 * @throws StartError when the master key is not the one the data were encrypted with
 */
export async function openVault({ database, masterKey, clock }: OpenVaultOptions): Promise<Vault> {
  const wrapping = deriveKey(masterKey, 'wrapping');
  const system = deriveKey(masterKey, 'system');
  masterKey.fill(0);
  await checkMasterKey(database, system);

  const cache = createKeyCache((accountId) => readAccountKeys(database.db, accountId, wrapping));
  const keysOf = cache.of;
  const vault: Vault = {
    createAccountKey: (db, accountId) => insertAccountKey(db, accountId, wrapping, clock.now()),
    async encrypt(accountId, boundTo, plaintext) {
      const { current } = await keysOf(accountId);
      return seal(current.key, boundTo, plaintext, current.number);
    },
    async decrypt(accountId, boundTo, ciphertext) {
      return unseal(openingKey(await keysOf(accountId), ciphertext), boundTo, ciphertext);
    },
    async encryptInPieces(accountId, boundTo, plaintext) {
      const { current } = await keysOf(accountId);
      return sealInPieces(current.key, boundTo, plaintext, current.number);
    },
    async decryptInPlace(accountId, boundTo, ciphertext) {
      return unsealInPlace(openingKey(await keysOf(accountId), ciphertext), boundTo, ciphertext);
    },
    encryptText: (accountId, boundTo, plaintext) => vault.encrypt(accountId, boundTo, Buffer.from(plaintext, 'utf8')),
    async decryptText(accountId, boundTo, ciphertext) {
      return Buffer.from(await vault.decrypt(accountId, boundTo, ciphertext)).toString('utf8');
    },
    async textOpenerFor(accountId) {
      const keys = await keysOf(accountId);
      return (boundTo, ciphertext) =>
        Buffer.from(unseal(openingKey(keys, ciphertext), boundTo, ciphertext)).toString('utf8');
    },
    async mac(accountId, purpose, value) {
      return (await vault.macFor(accountId, purpose))(value);
    },
    async macFor(accountId, purpose) {
      return digestWith(await keysOf(accountId), purpose);
    },
    async macKeyFor(accountId, purpose) {
      return (await keysOf(accountId)).mac[purpose];
    },
    async beginRotation(accountId) {
      // The new key is stored before anything is encrypted under it, so a crash can lose nothing.
      await database.transaction((db) => insertNextKey(db, accountId, wrapping, clock.now()));
      const next = await readAccountKeys(database.db, accountId, wrapping);
      const keys = await keysOf(accountId);
      for (const [number, key] of next.encryption) keys.encryption.set(number, key);
      keys.current = next.current;
    },
    async isUnderOlderKey(accountId, ciphertext) {
      return keyNumberOf(ciphertext) !== (await keysOf(accountId)).current.number;
    },
    async reseal(accountId, boundTo, ciphertext) {
      if (!(await vault.isUnderOlderKey(accountId, ciphertext))) return null;
      return vault.encrypt(accountId, boundTo, await vault.decrypt(accountId, boundTo, ciphertext));
    },
    async finishRotation(accountId, within) {
      await database.transaction(async (db) => {
        await dropFormerKey(db, accountId);
        await within(db);
      });
      const { current, encryption } = await keysOf(accountId);
      for (const number of encryption.keys()) if (number !== current.number) encryption.delete(number);
    },
    keyMadeAt,
    async destroyAccountKey(db, accountId) {
      await deleteAccountKey(db, accountId);
      cache.forget(accountId);
    },
    encryptSystem: (boundTo, plaintext) => seal(system, boundTo, plaintext),
    decryptSystem: (boundTo, ciphertext) => unseal(system, boundTo, ciphertext),
  };
  return vault;
}

async function checkMasterKey(database: Database, system: KeyObject): Promise<void> {
  const row = await database.db
    .selectFrom('vault_check')
    .select('sealed')
    .where('id', '=', CHECK_ROW)
    .executeTakeFirst();
  if (row === undefined) {
    const sealed = seal(system, CHECK_BOUND_TO, Buffer.from('deckname'));
    await database.db.insertInto('vault_check').values({ id: CHECK_ROW, sealed }).execute();
    return;
  }
  try {
    unseal(system, CHECK_BOUND_TO, z.instanceof(Uint8Array).parse(row.sealed));
  } catch (cause) {
    if (!(cause instanceof DecryptionError)) throw cause;
    throw new StartError('The master key does not belong to this data folder. Start with the key it was made with.', {
      cause,
    });
  }
}

/** Remembers the most recently used accounts' keys; a failed reading is not remembered. */
function createKeyCache(read: (accountId: string) => Promise<AccountKeys>) {
  const cache = new Map<string, Promise<AccountKeys>>();
  // What somebody still holds is given to others as well: a rotation has to reach all of them.
  const held = new Map<string, WeakRef<AccountKeys>>();
  const gone = new FinalizationRegistry((accountId: string) => {
    if (held.get(accountId)?.deref() === undefined) held.delete(accountId);
  });
  const load = async (accountId: string): Promise<AccountKeys> => {
    const known = held.get(accountId)?.deref();
    if (known !== undefined) return known;
    const keys = await read(accountId);
    held.set(accountId, new WeakRef(keys));
    gone.register(keys, accountId);
    return keys;
  };
  return {
    of(this: void, accountId: string): Promise<AccountKeys> {
      const keys = cache.get(accountId) ?? load(accountId);
      // A Map keeps the order of insertion, so the first entry is the least recently used.
      cache.delete(accountId);
      cache.set(accountId, keys);
      keys.catch(() => cache.delete(accountId));
      if (cache.size > CACHED_ACCOUNTS) cache.delete(cache.keys().next().value!);
      return keys;
    },
    forget(accountId: string): void {
      cache.delete(accountId);
      held.delete(accountId);
    },
  };
}
