import { type Clock, isoTime } from '../../../core/clock.ts';
import { createGroupedWrites } from '../../../core/db/groupedWrites.ts';
import type { Committed, Database, Db } from '../../../core/db/types.ts';
import { type Form, formKey, type MappingBook } from '../../../core/placeholders/assign.ts';
import { formatPlaceholder, parsePlaceholder } from '../../../core/placeholders/format.ts';
import { type MaskedText, maskText, type MaskSpan } from '../../../core/placeholders/mask.ts';
import { decodeText, encodeText } from '../../../core/textCodec.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { Vault } from '../../../core/vault/types.ts';
import {
  hashesByValueKey,
  insertMappings,
  linkMappings,
  type MappingRow,
  noteUses,
  originalsByHash,
  releaseMappings,
  usedMappings,
} from './mappingStorage.ts';

/** What an encrypted original is bound to. */
export const originalBoundTo = (accountId: string, hash: string): string => `mappings/${accountId}/${hash}/original`;

/** Attempts when others of the account assign the same values at the same moment. */
const MOST_ATTEMPTS = 8;

/** 128 bits of an HMAC-SHA-256 tell values apart. */
const VALUE_KEY_BYTES = 16;

/** The replaced values of the accounts. */
export interface MappingVault {
  /** What an account knows, for reading. */
  bookOf(accountId: string): Promise<MappingBook>;
  /**
   * Masks a text for a job and stores the mappings it uses. `commit` runs in the transaction that stores them, so
   * what it writes and the mappings are there together or not at all.
   */
  mask(
    job: { readonly id: string; readonly accountId: string },
    text: string,
    spans: readonly MaskSpan[],
    work?: MaskWork,
  ): Promise<MaskedText>;
  /**
   * Stores mappings that were assigned outside of {@link mask} and notes who uses them. `commit` runs in the same transaction.
   * @returns null when the account gave one of the values another placeholder meanwhile, or the other way round; then nothing is stored
   */
  keep(
    owner: { readonly id: string; readonly accountId: string },
    mappings: readonly AssignedValue[],
    commit: (db: Db) => Promise<void>,
  ): Promise<Pick<Committed<void>, 'onDisk'> | null>;
  /** The values that something uses. */
  valuesOf(owner: { readonly id: string; readonly accountId: string }): Promise<MappedValue[]>;
  /** Takes back who uses mappings, and removes those that nothing uses any more. */
  release(db: Db, owner: { readonly id: string; readonly accountId: string }): Promise<void>;
}

/** A value and what stands for it. */
export interface MappedValue {
  readonly original: string;
  readonly placeholder: string;
  readonly category: string;
}

/** A value as it was assigned. */
export interface AssignedValue extends MappedValue {
  /** The account did not have it before. */
  readonly isNew: boolean;
}

/** What belongs to a masked text: `prepare` outside the transaction, then what it returns inside. */
export type MaskWork = (masked: MaskedText) => Promise<(db: Db) => Promise<void>>;

/** Somebody else assigned, or removed, one of the values between reading and writing. */
class MappingRace extends Error {}

export function createMappingVault(options: { database: Database; vault: Vault; clock: Clock }): MappingVault {
  const { database, vault, clock } = options;
  const writes = createGroupedWrites(database);

  const valueKeys = async (accountId: string) => {
    const mac = await vault.macFor(accountId, 'lookup');
    return (category: string, text: string) =>
      Buffer.from(mac(encodeText(formKey({ category, text })))).toString('hex', 0, VALUE_KEY_BYTES);
  };

  const bookOf = async (accountId: string): Promise<MappingBook> => {
    const keyOf = await valueKeys(accountId);
    return {
      async hashesOf(forms) {
        const formByKey = new Map<string, Form>();
        await forEachInTurns(forms, (form) => {
          formByKey.set(keyOf(form.category, form.text), form);
        });
        const hashes = new Map<string, string>();
        const known = await hashesByValueKey(database.db, accountId, [...formByKey.keys()]);
        await forEachInTurns(known, ([key, hash]) => {
          hashes.set(formKey(formByKey.get(key)!), hash);
        });
        return hashes;
      },
      async originals(hashes) {
        const originals = new Map<string, string>();
        const rows = await originalsByHash(database.db, accountId, hashes);
        await forEachInTurns(rows, async ({ hash, original }) => {
          originals.set(hash, decodeText(await vault.decrypt(accountId, originalBoundTo(accountId, hash), original)));
        });
        return originals;
      },
    };
  };

  const newRows = async (accountId: string, masked: MaskedText): Promise<MappingRow[]> => {
    const keyOf = await valueKeys(accountId);
    const rows: MappingRow[] = [];
    await forEachInTurns(masked.mappings, async ({ isNew, category, hash, original }) => {
      if (!isNew) return;
      const encrypted = await vault.encrypt(accountId, originalBoundTo(accountId, hash), encodeText(original));
      rows.push({ hash, valueKey: keyOf(category, original), category, original: encrypted });
    });
    return rows;
  };

  return {
    bookOf,
    async mask(job, text, spans, work) {
      const mac = await vault.macFor(job.accountId, 'placeholder');
      for (let attempt = 1; ; attempt += 1) {
        const masked = await maskText(text, spans, { book: await bookOf(job.accountId), mac });
        const rows = await newRows(job.accountId, masked);
        const commit = await work?.(masked);
        try {
          await database.transaction(async (trx) => {
            await commit?.(trx);
            const inserted = await insertMappings(trx, job.accountId, isoTime(clock.now()), rows);
            if (inserted !== rows.length) throw new MappingRace();
            const hashes = masked.mappings.map(({ hash }) => hash);
            const linked = await linkMappings(trx, job.accountId, job.id, hashes);
            if (linked !== hashes.length) throw new MappingRace();
          });
          return masked;
        } catch (error) {
          if (!(error instanceof MappingRace) || attempt === MOST_ATTEMPTS) throw error;
        }
      }
    },
    async keep({ id, accountId }, mappings, commit) {
      const keyOf = await valueKeys(accountId);
      const wanted = mappings.map(({ category, original, placeholder, isNew }) => ({
        ...{ category, original, isNew },
        hash: parsePlaceholder(placeholder)!.hash,
        key: keyOf(category, original),
      }));
      const keys = wanted.map(({ key }) => key);
      const rows: MappingRow[] = [];
      await forEachInTurns(wanted, async ({ category, original, hash, key, isNew }) => {
        if (!isNew) return;
        const encrypted = await vault.encrypt(accountId, originalBoundTo(accountId, hash), encodeText(original));
        rows.push({ hash, valueKey: key, category, original: encrypted });
      });
      try {
        return await writes.run(async (trx) => {
          await commit(trx);
          await insertMappings(trx, accountId, isoTime(clock.now()), rows);
          // What others have stored meanwhile is fine when it is the same.
          const stored = await hashesByValueKey(trx, accountId, keys);
          if (wanted.some(({ key, hash }) => stored.get(key) !== hash)) throw new MappingRace();
          const hashes = wanted.map(({ hash }) => hash);
          await noteUses(trx, accountId, id, hashes);
        });
      } catch (error) {
        if (error instanceof MappingRace) return null;
        throw error;
      }
    },
    async valuesOf({ id, accountId }) {
      const values: MappedValue[] = [];
      await forEachInTurns(await usedMappings(database.db, accountId, id), async ({ hash, category, original }) => {
        const text = decodeText(await vault.decrypt(accountId, originalBoundTo(accountId, hash), original));
        values.push({ original: text, placeholder: formatPlaceholder(category, hash), category });
      });
      return values;
    },
    release: (db, { id, accountId }) => releaseMappings(db, accountId, id),
  };
}
