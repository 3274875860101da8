import type { Kysely } from 'kysely';
import type { Migration, Tables } from '../../core/db/types.ts';
import './storage/tables.ts';
import { resetMigrations } from './resets/storage.ts';
import { secondFactorMigrations } from './secondFactor/storage.ts';
import { taskMigrations } from './tasks/storage.ts';

/** Schema history of accounts, sessions, keys, groups and the audit log. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0002-accounts',
    async up(db) {
      await createUsers(db);
      await createCredentials(db);
      await createGroups(db);
      await createAuditLog(db);
      await createSettings(db);
    },
  } satisfies Migration,
  // Rights of keys. Those of agents that were made before see originals of their own jobs only.
  {
    id: '0013-key-rights',
    async up(db) {
      for (const alter of [
        db.schema.alterTable('api_keys').addColumn('scope', 'text', (column) => column.notNull().defaultTo('all')),
        db.schema.alterTable('api_keys').addColumn('tool_access', 'text'),
        db.schema.alterTable('api_keys').addColumn('clear_text', 'integer', (column) => column.notNull().defaultTo(0)),
        db.schema.alterTable('api_keys').addColumn('last_used_from', 'text'),
      ])
        await alter.execute();
      await db.updateTable('api_keys').set({ tool_access: 'read' }).where('agent_id', 'is not', null).execute();
    },
  } satisfies Migration,
  // Where sessions are used: shown to their person, and gone with the session.
  {
    id: '0022-session-devices',
    async up(db) {
      for (const column of ['device', 'address'])
        await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
    },
  } satisfies Migration,
  ...taskMigrations,
  ...secondFactorMigrations,
  ...resetMigrations,
]);

async function createUsers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('workspace_collaboration', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('app_lock_hash', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('users_by_creation').on('users').columns(['created_at', 'id']).execute();
}

async function createCredentials(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('agent_id', 'text')
    .addColumn('agent_name', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute();
  await db.schema.createIndex('api_keys_by_user').on('api_keys').column('user_id').execute();
  await db.schema
    .createTable('login_failures')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .execute();
}

async function createGroups(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'text', (column) => column.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
    .execute();
  await db.schema.createIndex('group_members_by_user').on('group_members').column('user_id').execute();
}

async function createAuditLog(db: Kysely<Tables>): Promise<void> {
  // No foreign keys: an entry outlives what it speaks of.
  await db.schema
    .createTable('audit_log')
    .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('agent_id', 'text')
    .addColumn('target_kind', 'text')
    .addColumn('target_id', 'text')
    .execute();
  await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
  await db.schema.createIndex('audit_log_by_account').on('audit_log').columns(['account_id', 'position']).execute();
}

async function createSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('team_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('rate_limit_counters')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('counters', 'text', (column) => column.notNull())
    .execute();
}
