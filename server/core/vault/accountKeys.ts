import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { DecryptionError, deriveKey, FIRST_KEY, KEY_BYTES, keyNumberOf, seal, unseal } from './cipher.ts';

declare module '../db/types.ts' {
  interface Tables {
    account_keys: {
      account_id: string;
      wrapped_key: Uint8Array;
      /** Number of the key, which every ciphertext under it begins with. */
      number: number;
      /** While the key is replaced: the one before it, wrapped. */
      former_key: Uint8Array | null;
      former_number: number | null;
      /**
       * The keys of digests, wrapped, from the first rotation on; null: they are derived from the data key. Placeholders are digests, and stand in texts that have
       * left the house, so these keys outlive the data key.
       */
      mac_keys: Uint8Array | null;
      created_at: string;
    };
  }
}

export const MAC_PURPOSES = ['placeholder', 'lookup'] as const;
export type MacPurpose = (typeof MAC_PURPOSES)[number];

/** The first byte of a ciphertext tells its key, so there are so many numbers; they begin again after the last one. */
const KEY_NUMBERS = 255;

/** The keys of one account. There is one such object for an account at a time, so whoever holds it follows a rotation. */
export interface AccountKeys {
  /** Encrypts; changed by a rotation. */
  current: { readonly number: number; readonly key: KeyObject };
  /** Decrypt, by their number. */
  readonly encryption: Map<number, KeyObject>;
  readonly mac: Readonly<Record<MacPurpose, KeyObject>>;
}

/** The key that opens a ciphertext. @throws DecryptionError when the account does not have it */
export function openingKey({ encryption }: AccountKeys, ciphertext: Uint8Array): KeyObject {
  const key = encryption.get(keyNumberOf(ciphertext) ?? 0);
  if (key === undefined) throw new DecryptionError();
  return key;
}

const keyRow = z.object({
  wrapped_key: z.instanceof(Uint8Array),
  number: z.number().int().min(1).max(KEY_NUMBERS),
  former_key: z.instanceof(Uint8Array).nullable(),
  former_number: z.number().int().min(1).max(KEY_NUMBERS).nullable(),
  mac_keys: z.instanceof(Uint8Array).nullable(),
});
const boundTo = (accountId: string, column: 'wrapped_key' | 'mac_keys') => `account_keys/${accountId}/${column}`;

/** Stores a new random data key for an account, wrapped by `wrapping`. */
export async function insertAccountKey(db: Db, accountId: string, wrapping: KeyObject, now: number): Promise<void> {
  await db
    .insertInto('account_keys')
    .values({
      account_id: accountId,
      wrapped_key: newWrappedKey(accountId, wrapping),
      number: FIRST_KEY,
      former_key: null,
      former_number: null,
      mac_keys: null,
      created_at: isoTime(now),
    })
    .execute();
}

/** Reads and unwraps the keys of an account. */
export async function readAccountKeys(db: Db, accountId: string, wrapping: KeyObject): Promise<AccountKeys> {
  const row = await readRow(db, accountId);
  const open = (wrapped: Uint8Array) => unseal(wrapping, boundTo(accountId, 'wrapped_key'), wrapped);
  const encryption = new Map<number, KeyObject>();
  if (row.former_key !== null && row.former_number !== null) {
    encryption.set(row.former_number, withKey(open(row.former_key), encryptionKey));
  }
  return withKey(open(row.wrapped_key), (dataKey) => {
    const key = encryptionKey(dataKey);
    encryption.set(row.number, key);
    const macKeys =
      row.mac_keys === null ? derivedMacKeys(dataKey) : unseal(wrapping, boundTo(accountId, 'mac_keys'), row.mac_keys);
    return { current: { number: row.number, key }, encryption, mac: withKey(macKeys, macKeysIn) };
  });
}

/** Puts a new data key beside the present one, which becomes the former; nothing when there is a former one already. */
export async function insertNextKey(db: Db, accountId: string, wrapping: KeyObject, now: number): Promise<void> {
  const row = await readRow(db, accountId);
  if (row.former_key !== null) return;
  const mac_keys =
    row.mac_keys ??
    withKey(unseal(wrapping, boundTo(accountId, 'wrapped_key'), row.wrapped_key), (dataKey) =>
      withKey(derivedMacKeys(dataKey), (keys) => seal(wrapping, boundTo(accountId, 'mac_keys'), keys)),
    );
  await db
    .updateTable('account_keys')
    .set({
      wrapped_key: newWrappedKey(accountId, wrapping),
      number: (row.number % KEY_NUMBERS) + 1,
      former_key: row.wrapped_key,
      former_number: row.number,
      mac_keys,
      created_at: isoTime(now),
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Forgets the former key. */
export async function dropFormerKey(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('account_keys')
    .set({ former_key: null, former_number: null })
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteAccountKey(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account_keys').where('account_id', '=', accountId).execute();
}

/** When the present key was made. */
export async function keyMadeAt(db: Db, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('account_keys')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.created_at;
}

async function readRow(db: Db, accountId: string): Promise<z.output<typeof keyRow>> {
  const row = await db.selectFrom('account_keys').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (row === undefined) throw new Error('the account has no data key, or the transaction that makes it is still open');
  return keyRow.parse(row);
}

function newWrappedKey(accountId: string, wrapping: KeyObject): Uint8Array {
  return withKey(randomBytes(KEY_BYTES), (key) => seal(wrapping, boundTo(accountId, 'wrapped_key'), key));
}

const encryptionKey = (dataKey: Uint8Array): KeyObject => deriveKey(dataKey, 'account/encryption');

/** The keys of digests one after the other, in the order of {@link MAC_PURPOSES}. */
function derivedMacKeys(dataKey: Uint8Array): Uint8Array {
  return Buffer.concat(MAC_PURPOSES.map((purpose) => deriveKey(dataKey, `account/mac/${purpose}`).export()));
}

function macKeysIn(keys: Uint8Array): AccountKeys['mac'] {
  const [placeholder, lookup] = MAC_PURPOSES.map((_, index) =>
    createSecretKey(keys.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES)),
  );
  return { placeholder: placeholder!, lookup: lookup! };
}

/** Uses key material and wipes it. */
function withKey<T>(material: Uint8Array, use: (material: Uint8Array) => T): T {
  try {
    return use(material);
  } finally {
    material.fill(0);
  }
}

/** HMAC-SHA-256 under one of the keys for digests. */
export function digestWith({ mac }: AccountKeys, purpose: MacPurpose): (value: string | Uint8Array) => Uint8Array {
  const key = mac[purpose];
  return (value) => createHmac('sha256', key).update(value).digest();
}
