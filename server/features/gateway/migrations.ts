import type { Kysely } from 'kysely';
import type { Migration, Tables } from '../../core/db/types.ts';
import './tables.ts';
import { exchangeMigrations } from './exchanges/exchangeStorage.ts';

/** Schema history of the gateway. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0006-gateway',
    async up(db) {
      await createSettings(db);
      await createRequests(db);
      await createResponses(db);
    },
  } satisfies Migration,
  ...exchangeMigrations,
]);

async function createSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('model_providers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('api_key', 'blob')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('gateway_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function createRequests(db: Kysely<Tables>): Promise<void> {
  // No foreign keys: figures outlive the keys and accounts that they speak of.
  await db.schema
    .createTable('model_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('variant', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('input_tokens', 'integer', (column) => column.notNull())
    .addColumn('output_tokens', 'integer', (column) => column.notNull())
    .addColumn('cached_tokens', 'integer', (column) => column.notNull())
    .addColumn('estimated', 'integer', (column) => column.notNull())
    .addColumn('masked_values', 'integer', (column) => column.notNull())
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('model_requests_by_day').on('model_requests').column('day').execute();
  await db.schema
    .createIndex('model_requests_by_account')
    .on('model_requests')
    .columns(['account_id', 'day'])
    .execute();
}

async function createResponses(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('model_responses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('previous_id', 'text')
    .addColumn('anonymous', 'integer', (column) => column.notNull())
    .addColumn('input', 'blob', (column) => column.notNull())
    .addColumn('body', 'blob', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('model_response_items')
    .addColumn('response_id', 'text', (column) => column.notNull().references('model_responses.id').onDelete('cascade'))
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('model_response_items_key', ['response_id', 'item_id'])
    .execute();
  await db.schema.createIndex('model_response_items_by_item').on('model_response_items').column('item_id').execute();
  await db.schema.createIndex('model_responses_by_account').on('model_responses').column('account_id').execute();
  await db.schema.createIndex('model_responses_by_time').on('model_responses').column('created_at').execute();
}
