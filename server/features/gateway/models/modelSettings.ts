import { z } from 'zod';
import {
  DEFAULT_MODEL_ACCESS,
  type ModelAccess,
  modelAccess,
  type ModelAlias,
  modelAlias,
  type ShownAlias,
} from '../../../contract/gatewayModels.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { GatewayAudit } from '../audit.ts';
import '../tables.ts';

const SHAPES = Object.freeze({ aliases: z.array(modelAlias), access: modelAccess });
type SettingName = keyof typeof SHAPES;

/** Names for models, and who may use which. */
export interface ModelSettings {
  /** Those of the configuration first. */
  aliases(): Promise<readonly ShownAlias[]>;
  /** Replaces those of the settings. */
  setAliases(principal: Principal, aliases: readonly ModelAlias[]): Promise<readonly ShownAlias[]>;
  access(): Promise<ModelAccess>;
  setAccess(principal: Principal, access: ModelAccess): Promise<ModelAccess>;
  /** Takes away what was granted to an account that is deleted. */
  forgetAccount(accountId: string): Promise<void>;
}

export interface ModelSettingsOptions {
  readonly database: Database;
  readonly audit: GatewayAudit;
  readonly configuredAliases: readonly ModelAlias[];
}

export function createModelSettings({ database, audit, configuredAliases }: ModelSettingsOptions): ModelSettings {
  // Every request needs both. Only this process writes them (the data folder is locked), so they are read once.
  const known = new Map<SettingName, Promise<unknown>>();

  const read = async <N extends SettingName>(name: N): Promise<z.output<(typeof SHAPES)[N]> | null> => {
    const row = await database.db
      .selectFrom('gateway_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? null : (SHAPES[name].parse(JSON.parse(row.value)) as z.output<(typeof SHAPES)[N]>);
  };
  const get = <N extends SettingName>(name: N): ReturnType<typeof read<N>> => {
    const cached = known.get(name) as ReturnType<typeof read<N>> | undefined;
    if (cached !== undefined) return cached;
    const reading = read(name);
    known.set(name, reading);
    reading.catch(() => known.delete(name));
    return reading;
  };
  const set = async (name: SettingName, value: unknown, record: (db: Db) => Promise<void>): Promise<void> => {
    const row = { value: JSON.stringify(value) };
    await database.transaction(async (db) => {
      await db
        .insertInto('gateway_settings')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      await record(db);
    });
    known.delete(name);
  };

  const isConfigured = (name: string): boolean => configuredAliases.some((alias) => alias.name === name);
  const aliases = async (): Promise<readonly ShownAlias[]> => [
    ...configuredAliases.map((alias) => ({ ...alias, origin: 'configuration' as const })),
    ...((await get('aliases')) ?? [])
      .filter(({ name }) => !isConfigured(name))
      .map((alias) => ({ ...alias, origin: 'settings' as const })),
  ];

  return Object.freeze({
    aliases,
    async setAliases(principal: Principal, list: readonly ModelAlias[]) {
      if (list.some(({ name }) => isConfigured(name))) {
        throw new AppError('NAME_TAKEN', 'The configuration of the server has an alias of this name.');
      }
      await set('aliases', list, (db) => audit.record(db, { principal, action: 'model_aliases.changed' }));
      return aliases();
    },
    access: async () => (await get('access')) ?? DEFAULT_MODEL_ACCESS,
    async setAccess(principal: Principal, access: ModelAccess) {
      await set('access', access, (db) => audit.record(db, { principal, action: 'model_access.changed' }));
      return access;
    },
    async forgetAccount(accountId: string) {
      const access = await get('access');
      const grants = access?.grants.filter(({ subject }) => subject.kind !== 'account' || subject.id !== accountId);
      if (access === null || grants === undefined || grants.length === access.grants.length) return;
      await set('access', { ...access, grants }, () => Promise.resolve());
    },
  });
}
