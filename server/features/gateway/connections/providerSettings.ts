import type { NewProvider, ProviderChange, ShownProvider } from '../../../contract/gatewayProviders.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { GatewayAudit } from '../audit.ts';
import type { ProviderConnection } from './pool.ts';
import type { ProviderStorage, StoredProvider } from './providerStorage.ts';

export interface ProviderSettingsOptions {
  readonly database: Database;
  readonly storage: ProviderStorage;
  readonly clock: Clock;
  readonly audit: GatewayAudit;
  /** Providers of the environment or the configuration file; a stored one with the same id is left out. */
  readonly configured: readonly NewProvider[];
  /** Called after a provider changed or was removed. */
  readonly onChange: (id: string) => void;
}

/** The model providers of the installation. */
export interface ProviderSettings {
  /** Those that are switched on. */
  active(): Promise<readonly ProviderConnection[]>;
  /** @throws AppError PROVIDER_NOT_FOUND */
  connection(id: string): Promise<ProviderConnection>;
  list(): Promise<readonly ShownProvider[]>;
  create(principal: Principal, provider: NewProvider): Promise<ShownProvider>;
  change(principal: Principal, id: string, change: ProviderChange): Promise<ShownProvider>;
  remove(principal: Principal, id: string): Promise<void>;
}

interface KnownProvider extends ProviderConnection {
  readonly origin: ShownProvider['origin'];
  readonly createdAt: string | null;
}

export function createProviderSettings(options: ProviderSettingsOptions): ProviderSettings {
  const { database, storage, clock, audit, onChange } = options;
  const configured: readonly KnownProvider[] = options.configured.map(({ apiKey, ...definition }) => ({
    ...{ definition, apiKey, createdAt: null },
    origin: 'configuration',
  }));
  const isConfigured = (id: string): boolean => configured.some(({ definition }) => definition.id === id);
  // Every request needs the providers. Only this process writes them (the data folder is locked), so they are read once.
  let known: Promise<readonly KnownProvider[]> | null = null;

  const read = async (): Promise<readonly KnownProvider[]> => {
    const stored = await storage.all(database.db);
    return [
      ...configured,
      ...stored
        .filter(({ definition }) => !isConfigured(definition.id))
        .map((provider) => ({ ...provider, origin: 'settings' as const })),
    ];
  };
  const all = (): Promise<readonly KnownProvider[]> =>
    (known ??= read().catch((error: unknown) => {
      known = null;
      throw error;
    }));
  const changed = (id: string): void => {
    known = null;
    onChange(id);
  };
  const find = async (id: string): Promise<KnownProvider> => {
    const provider = (await all()).find(({ definition }) => definition.id === id);
    if (provider === undefined) throw new AppError('PROVIDER_NOT_FOUND', 'There is no such provider.');
    return provider;
  };
  const changeable = async (id: string): Promise<StoredProvider> => {
    const { origin, createdAt, ...connection } = await find(id);
    if (origin === 'configuration' || createdAt === null) {
      throw new AppError('PROVIDER_READ_ONLY', 'This provider belongs to the configuration of the server.');
    }
    return { ...connection, createdAt };
  };

  return Object.freeze({
    active: async () => (await all()).filter(({ definition }) => definition.enabled),
    connection: find,
    list: async () => (await all()).map(shown),

    async create(principal: Principal, { apiKey, ...definition }: NewProvider) {
      const created = { definition, apiKey, createdAt: isoTime(clock.now()) };
      await database.transaction(async (db) => {
        const stored = await storage.all(db);
        if (isConfigured(definition.id) || stored.some((other) => other.definition.id === definition.id)) {
          throw new AppError('NAME_TAKEN', 'There is already a provider with this id.');
        }
        if (stored.length >= LIMITS.providers) {
          throw new AppError('TOO_MANY_PROVIDERS', `At most ${LIMITS.providers} providers can be added.`);
        }
        await storage.insert(db, created);
        await audit.record(db, { principal, action: 'provider.created', target: target(definition.id) });
      });
      changed(definition.id);
      return shown({ ...created, origin: 'settings' });
    },

    async change(principal: Principal, id: string, change: ProviderChange) {
      const before = await changeable(id);
      const after = merge(before, change);
      await database.transaction(async (db) => {
        await storage.update(db, after);
        await audit.record(db, { principal, action: 'provider.changed', target: target(id) });
      });
      changed(id);
      return shown({ ...after, origin: 'settings' });
    },

    async remove(principal: Principal, id: string) {
      await changeable(id);
      await database.transaction(async (db) => {
        await storage.remove(db, id);
        await audit.record(db, { principal, action: 'provider.deleted', target: target(id) });
      });
      changed(id);
    },
  });
}

const target = (id: string) => ({ kind: 'provider', id }) as const;

/** A key is never sent to a host that nobody entered it for: not even an administrator can read it out by moving the address. */
function merge(before: StoredProvider, { apiKey, ...change }: ProviderChange): StoredProvider {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const definition = { ...before.definition, ...given };
  const moved = new URL(definition.baseUrl).origin !== new URL(before.definition.baseUrl).origin;
  if (moved && before.apiKey !== null && apiKey === undefined) {
    const message = 'Another host needs the key again.';
    throw new AppError('INVALID_BODY', message, { details: { issues: [{ path: ['apiKey'], message }] } });
  }
  return { ...before, definition, apiKey: apiKey === undefined ? before.apiKey : apiKey };
}

const SHORT_KEY = 12;

function shown({ definition, apiKey, origin, createdAt }: KnownProvider): ShownProvider {
  const keyEnd = apiKey === null || apiKey.length < SHORT_KEY ? null : apiKey.slice(-4);
  return { ...definition, hasKey: apiKey !== null, keyEnd, origin, createdAt };
}
