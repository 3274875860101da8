import { type ProviderDefinition, providerDefinition } from '../../../contract/gatewayProviders.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { ProviderConnection } from './pool.ts';
import '../tables.ts';

/** A provider of the settings. */
export interface StoredProvider extends ProviderConnection {
  readonly createdAt: string;
}

/** Providers of the settings in the database; their keys encrypted under the key of the installation. */
export interface ProviderStorage {
  /** By id. */
  all(db: Db): Promise<readonly StoredProvider[]>;
  insert(db: Db, provider: StoredProvider): Promise<void>;
  update(db: Db, connection: ProviderConnection): Promise<void>;
  /** @returns whether there was one */
  remove(db: Db, id: string): Promise<boolean>;
}

const boundTo = (id: string): string => `model_providers/${id}/api_key`;

export function createProviderStorage(vault: Pick<Vault, 'encryptSystem' | 'decryptSystem'>): ProviderStorage {
  const columns = ({ definition, apiKey }: ProviderConnection) => ({
    definition: JSON.stringify(definition satisfies ProviderDefinition),
    api_key: apiKey === null ? null : vault.encryptSystem(boundTo(definition.id), Buffer.from(apiKey, 'utf8')),
  });
  return Object.freeze({
    async all(db: Db) {
      const rows = await db.selectFrom('model_providers').selectAll().orderBy('id').execute();
      return rows.map((row) => ({
        definition: providerDefinition.parse(JSON.parse(row.definition)),
        apiKey:
          row.api_key === null ? null : Buffer.from(vault.decryptSystem(boundTo(row.id), row.api_key)).toString('utf8'),
        createdAt: row.created_at,
      }));
    },
    async insert(db: Db, provider: StoredProvider) {
      const row = { id: provider.definition.id, ...columns(provider), created_at: provider.createdAt };
      await db.insertInto('model_providers').values(row).execute();
    },
    async update(db: Db, connection: ProviderConnection) {
      const { id } = connection.definition;
      await db.updateTable('model_providers').set(columns(connection)).where('id', '=', id).execute();
    },
    async remove(db: Db, id: string) {
      const { numDeletedRows } = await db.deleteFrom('model_providers').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  });
}
