import { createHmac, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { StartError } from '../startError.ts';
import { insertAccountKey, readAccountKeys, type AccountKeys } from './accountKeys.ts';
import { DecryptionError, deriveKey, seal, sealInPieces, unseal, unsealInPlace } from './cipher.ts';
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

  const keysOf = cachedKeys((accountId) => readAccountKeys(database.db, accountId, wrapping));
  const vault: Vault = {
    createAccountKey: (db, accountId) => insertAccountKey(db, accountId, wrapping, clock.now()),
    async encrypt(accountId, boundTo, plaintext) {
      return seal((await keysOf(accountId)).encryption, boundTo, plaintext);
    },
    async decrypt(accountId, boundTo, ciphertext) {
      return unseal((await keysOf(accountId)).encryption, boundTo, ciphertext);
    },
    async encryptInPieces(accountId, boundTo, plaintext) {
      return sealInPieces((await keysOf(accountId)).encryption, boundTo, plaintext);
    },
    async decryptInPlace(accountId, boundTo, ciphertext) {
      return unsealInPlace((await keysOf(accountId)).encryption, boundTo, ciphertext);
    },
    encryptText: (accountId, boundTo, plaintext) => vault.encrypt(accountId, boundTo, Buffer.from(plaintext, 'utf8')),
    async decryptText(accountId, boundTo, ciphertext) {
      return Buffer.from(await vault.decrypt(accountId, boundTo, ciphertext)).toString('utf8');
    },
    async textOpenerFor(accountId) {
      const { encryption } = await keysOf(accountId);
      return (boundTo, ciphertext) => Buffer.from(unseal(encryption, boundTo, ciphertext)).toString('utf8');
    },
    async mac(accountId, purpose, value) {
      return (await vault.macFor(accountId, purpose))(value);
    },
    async macFor(accountId, purpose) {
      const key = (await keysOf(accountId)).mac[purpose];
      return (value) => createHmac('sha256', key).update(value).digest();
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
function cachedKeys(read: (accountId: string) => Promise<AccountKeys>): (accountId: string) => Promise<AccountKeys> {
  const cache = new Map<string, Promise<AccountKeys>>();
  return (accountId) => {
    const keys = cache.get(accountId) ?? read(accountId);
    // A Map keeps the order of insertion, so the first entry is the least recently used.
    cache.delete(accountId);
    cache.set(accountId, keys);
    keys.catch(() => cache.delete(accountId));
    if (cache.size > CACHED_ACCOUNTS) cache.delete(cache.keys().next().value!);
    return keys;
  };
}
