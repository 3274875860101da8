import { randomBytes, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { deriveKey, KEY_BYTES, seal, unseal } from './cipher.ts';

declare module '../db/types.ts' {
  interface Tables {
    account_keys: { account_id: string; wrapped_key: Uint8Array; created_at: string };
  }
}

export const MAC_PURPOSES = ['placeholder', 'lookup'] as const;
export type MacPurpose = (typeof MAC_PURPOSES)[number];

/** The keys derived from the data key of one account. */
export interface AccountKeys {
  readonly encryption: KeyObject;
  readonly mac: Readonly<Record<MacPurpose, KeyObject>>;
}

const wrappedKeyRow = z.object({ wrapped_key: z.instanceof(Uint8Array) });
const boundTo = (accountId: string) => `account_keys/${accountId}/wrapped_key`;

/** Stores a new random data key for an account, wrapped by `wrapping`. */
export async function insertAccountKey(db: Db, accountId: string, wrapping: KeyObject, now: number): Promise<void> {
  const dataKey = randomBytes(KEY_BYTES);
  try {
    const wrapped_key = seal(wrapping, boundTo(accountId), dataKey);
    await db
      .insertInto('account_keys')
      .values({ account_id: accountId, wrapped_key, created_at: isoTime(now) })
      .execute();
  } finally {
    dataKey.fill(0);
  }
}

/** Reads and unwraps the keys of an account. */
export async function readAccountKeys(db: Db, accountId: string, wrapping: KeyObject): Promise<AccountKeys> {
  const row = await db
    .selectFrom('account_keys')
    .select('wrapped_key')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Error('the account has no data key, or the transaction that makes it is still open');
  const dataKey = unseal(wrapping, boundTo(accountId), wrappedKeyRow.parse(row).wrapped_key);
  try {
    return {
      encryption: deriveKey(dataKey, 'account/encryption'),
      mac: {
        placeholder: deriveKey(dataKey, 'account/mac/placeholder'),
        lookup: deriveKey(dataKey, 'account/mac/lookup'),
      },
    };
  } finally {
    dataKey.fill(0);
  }
}
