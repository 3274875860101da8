import type { Migration } from './db/types.ts';

/** Schema history of what knows no features. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0001-core',
    async up(db) {
      await db.schema
        .createTable('vault_check')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('sealed', 'blob', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('account_keys')
        .addColumn('account_id', 'text', (column) => column.primaryKey())
        .addColumn('wrapped_key', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('work')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('input', 'blob')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('progress', 'real', (column) => column.notNull())
        .addColumn('stage', 'text', (column) => column.notNull())
        .addColumn('error', 'text')
        .addColumn('code', 'text')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('crashes', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('started_at', 'text')
        .addColumn('finished_at', 'text')
        .execute();
      await db.schema
        .createIndex('work_by_state')
        .on('work')
        .columns(['state', 'account_id', 'created_at', 'id'])
        .execute();
    },
  } satisfies Migration,
  // The later history of the core; after that of the features.
  {
    id: '0017-key-rotation',
    async up(db) {
      const change = (name: string, type: 'integer' | 'blob') =>
        db.schema.alterTable('account_keys').addColumn(name, type).execute();
      await db.schema
        .alterTable('account_keys')
        .addColumn('number', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await change('former_key', 'blob');
      await change('former_number', 'integer');
      await change('mac_keys', 'blob');
    },
  } satisfies Migration,
]);
