import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../../contract/accounts.ts';
import type { AuditAction } from '../../contract/administration.ts';
import type { KeyScope } from '../../contract/endpoint.ts';
import type { Page, PageQuery } from '../../contract/common.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import { keyPrefix, newKeySecret, secretHash } from './secrets.ts';
import * as storage from './storage/keys.ts';

const LAST_USE_EVERY_MS = 60_000;
const KEEP_REVOKED_MS = 30 * 86_400_000;

export interface NewKey {
  readonly name: string;
  readonly expiresAt?: string | undefined;
  /** Everything when absent. */
  readonly scope?: KeyScope;
  readonly agent?: { readonly name: string } | undefined;
  /** For keys of agents; `read` when absent. */
  readonly toolAccess?: 'read' | 'write' | undefined;
  readonly clearText?: boolean;
}

export interface KeyWithSecret {
  readonly key: ApiKey;
  readonly secret: string;
}

/** API keys of accounts. */
export interface Keys {
  list(principal: Principal, page: PageQuery): Promise<Page<ApiKey>>;
  create(principal: Principal, key: NewKey): Promise<KeyWithSecret>;
  /** Makes a new secret; the old one ends at once. */
  rotate(principal: Principal, id: string): Promise<KeyWithSecret>;
  /** Ends a key; one that has ended stays as it is. */
  revoke(principal: Principal, id: string): Promise<void>;
  /** Stores a given secret as a key of a user, in the caller's transaction. */
  insert(db: Db, userId: string, key: NewKey, secret: string): Promise<ApiKey>;
  /** The key that belongs to a secret, if it may be used; notes its use and the address that it came from. */
  use(secret: string, remoteAddress: string): Promise<storage.StoredKey | undefined>;
  cleanUp(db: Db): Promise<void>;
}

/** @throws AppError INVALID_BODY, FORBIDDEN */
function checkRights({ via }: Principal, { agent, toolAccess, clearText }: NewKey): void {
  const path = toolAccess !== undefined ? 'toolAccess' : clearText === true ? 'clearText' : null;
  if (agent === undefined && path !== null) {
    const message = 'Only keys of agents have this.';
    throw new AppError('INVALID_BODY', message, { details: { issues: [{ path: [path], message }] } });
  }
  if (clearText === true && via === 'api_key') {
    throw new AppError('FORBIDDEN', 'Clear text is given by people, with a login session, never by a key.');
  }
}

export function createKeys({ database, clock, audit }: { database: Database; clock: Clock; audit: Audit }): Keys {
  const expired = (time: string | null): boolean => time !== null && Date.parse(time) <= clock.now();

  async function insert(db: Db, userId: string, key: NewKey, secret: string): Promise<ApiKey> {
    const stored: storage.StoredKey = {
      id: randomUUID(),
      userId,
      name: key.name,
      prefix: keyPrefix(secret),
      agent: key.agent === undefined ? null : { id: randomUUID(), name: key.agent.name },
      scope: key.scope ?? 'all',
      toolAccess: key.agent === undefined ? null : (key.toolAccess ?? 'read'),
      clearText: key.clearText === true,
      createdAt: isoTime(clock.now()),
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: key.expiresAt === undefined ? null : isoTime(Date.parse(key.expiresAt)),
      revokedAt: null,
    };
    await storage.insertKey(db, stored, secretHash(secret));
    return storage.toApiKey(stored);
  }

  async function own(db: Db, principal: Principal, id: string): Promise<storage.StoredKey> {
    const key = await storage.findKey(db, principal.accountId, id);
    if (key === undefined) throw new AppError('KEY_NOT_FOUND', 'There is no such API key.');
    return key;
  }

  const record = (db: Db, principal: Principal, action: AuditAction, id: string): Promise<void> =>
    audit.record(db, { principal, action, target: { kind: 'key', id } });

  return Object.freeze({
    async list(principal: Principal, page: PageQuery) {
      const { items, cursor } = await storage.listKeys(database.db, principal.accountId, page);
      return { items: items.map(storage.toApiKey), cursor };
    },

    async create(principal: Principal, key: NewKey) {
      if (key.expiresAt !== undefined && expired(key.expiresAt)) {
        const message = 'The end must be in the future.';
        throw new AppError('INVALID_BODY', message, { details: { issues: [{ path: ['expiresAt'], message }] } });
      }
      checkRights(principal, key);
      const secret = newKeySecret();
      return database.transaction(async (db) => {
        const created = await insert(db, principal.accountId, key, secret);
        await record(db, principal, 'key.created', created.id);
        return { key: created, secret };
      });
    },

    rotate: (principal: Principal, id: string) =>
      database.transaction(async (db) => {
        const key = await own(db, principal, id);
        if (key.revokedAt !== null || expired(key.expiresAt)) {
          throw new AppError('KEY_REVOKED', 'The API key is revoked or expired; create a new one.');
        }
        const secret = newKeySecret();
        await storage.setKeySecret(db, id, {
          prefix: keyPrefix(secret),
          secretHash: secretHash(secret),
          at: isoTime(clock.now()),
        });
        await record(db, principal, 'key.rotated', id);
        return {
          key: { ...storage.toApiKey(key), prefix: keyPrefix(secret), lastUsedAt: null, lastUsedFrom: null },
          secret,
        };
      }),

    revoke: (principal: Principal, id: string) =>
      database.transaction(async (db) => {
        const key = await own(db, principal, id);
        if (key.revokedAt !== null) return;
        await storage.revokeKey(db, id, isoTime(clock.now()));
        await record(db, principal, 'key.revoked', id);
      }),

    insert,

    async use(secret: string, remoteAddress: string) {
      const key = await storage.findKeyBySecret(database.db, secretHash(secret));
      if (key?.revokedAt !== null || expired(key.expiresAt)) return undefined;
      const isOld = key.lastUsedAt === null || clock.now() - Date.parse(key.lastUsedAt) >= LAST_USE_EVERY_MS;
      if (isOld || key.lastUsedFrom !== remoteAddress) {
        await storage.touchKey(database.db, key.id, { at: isoTime(clock.now()), from: remoteAddress });
      }
      return key;
    },

    cleanUp: (db: Db) => storage.deleteRevokedKeys(db, isoTime(clock.now() - KEEP_REVOKED_MS)),
  });
}
