import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration, Tables } from '../../core/db/types.ts';
import './storage/tables.ts';

type Column = [name: string, type: 'text' | 'integer' | 'blob', use?: 'key' | 'null'];

/** Schema history of the workspace. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0004-workspace',
    async up(db) {
      await createSpaces(db);
      await createNodes(db);
      await createFeed(db);
      await createNotes(db);
      await createSharing(db);
      await createVersions(db);
      await createComments(db);
      await createUploads(db);
    },
  } satisfies Migration,
  // What chunked uploads have made, for as long as they answer it.
  {
    id: '0019-upload-outcomes',
    up: (db) => db.schema.alterTable('upload_sessions').addColumn('outcome', 'blob').execute(),
  } satisfies Migration,
  // Who may see a picture beside its owner: the readers of documents that show it.
  {
    id: '0021-image-uses',
    async up(db) {
      await table(db, 'image_uses', [
        ['node_id', 'text'],
        ['image_id', 'text'],
        ['shown', 'integer'],
      ])
        .addPrimaryKeyConstraint('image_uses_key', ['node_id', 'image_id'])
        .addForeignKeyConstraint('image_uses_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
        .addForeignKeyConstraint('image_uses_image', ['image_id'], 'images', ['id'], (key) => key.onDelete('cascade'))
        .execute();
      await db.schema.createIndex('image_uses_by_image').on('image_uses').column('image_id').execute();
    },
  } satisfies Migration,
]);

function table(db: Kysely<Tables>, name: string, columns: readonly Column[]): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, type, use] of columns) {
    builder = builder.addColumn(column, type, (definition) => {
      if (use === 'key') return definition.primaryKey();
      return use === 'null' ? definition : definition.notNull();
    });
  }
  return builder;
}

async function createSpaces(db: Kysely<Tables>): Promise<void> {
  await table(db, 'spaces', [
    ['id', 'text', 'key'],
    ['kind', 'text'],
    ['name', 'blob', 'null'],
    ['bytes_used', 'integer'],
    ['file_count', 'integer'],
    ['created_at', 'text'],
  ]).execute();
  await table(db, 'project_members', [
    ['project_id', 'text'],
    ['user_id', 'text'],
    ['role', 'text'],
    ['created_at', 'text'],
  ])
    .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id'])
    .addForeignKeyConstraint('project_members_project', ['project_id'], 'spaces', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('project_members_by_user').on('project_members').column('user_id').execute();
}

async function createNodes(db: Kysely<Tables>): Promise<void> {
  await table(db, 'nodes', [
    ['id', 'text', 'key'],
    ['space_id', 'text'],
    ['parent_id', 'text', 'null'],
    ['parent_key', 'text'],
    ['type', 'text'],
    ['name', 'blob'],
    ['name_key', 'text'],
    ['mime_type', 'text', 'null'],
    ['kind', 'text', 'null'],
    ['size_bytes', 'integer', 'null'],
    ['revision', 'integer', 'null'],
    ['content_ref', 'text', 'null'],
    ['thumbnail_state', 'text'],
    ['thumbnail_ref', 'text', 'null'],
    ['description', 'blob', 'null'],
    ['color', 'text', 'null'],
    ['icon', 'text', 'null'],
    ['agent_read', 'integer', 'null'],
    ['agent_write', 'integer', 'null'],
    ['trashed_at', 'text', 'null'],
    ['trash_root', 'text', 'null'],
    ['anonymization_job_id', 'text', 'null'],
    ['anonymization_account_id', 'text', 'null'],
    ['anonymized_revision', 'integer', 'null'],
    ['created_by', 'text'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
  ])
    .addForeignKeyConstraint('nodes_space', ['space_id'], 'spaces', ['id'], (key) => key.onDelete('cascade'))
    .addForeignKeyConstraint('nodes_parent', ['parent_id'], 'nodes', ['id'])
    .execute();
  // Names are unique among siblings outside of the trash.
  await db.schema
    .createIndex('nodes_by_name')
    .on('nodes')
    .columns(['parent_key', 'name_key'])
    .unique()
    .where(sql<boolean>`trashed_at is null`)
    .execute();
  await db.schema.createIndex('nodes_by_parent').on('nodes').columns(['parent_key', 'trashed_at']).execute();
  // For the foreign key: a node is removed by its id.
  await db.schema.createIndex('nodes_by_parent_id').on('nodes').column('parent_id').execute();
  await db.schema.createIndex('nodes_by_update').on('nodes').columns(['space_id', 'updated_at']).execute();
  await db.schema.createIndex('nodes_by_trash').on('nodes').columns(['trash_root']).execute();
  await table(db, 'stars', [
    ['user_id', 'text'],
    ['node_id', 'text'],
    ['created_at', 'text'],
  ])
    .addPrimaryKeyConstraint('stars_key', ['user_id', 'node_id'])
    .addForeignKeyConstraint('stars_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('stars_by_node').on('stars').column('node_id').execute();
}

async function createFeed(db: Kysely<Tables>): Promise<void> {
  // No foreign keys: a change outlives what it speaks of.
  await db.schema
    .createTable('changes')
    .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('space_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('name', 'blob', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('revision', 'integer')
    .addColumn('trashed_at', 'text')
    .addColumn('agent_reads', 'integer', (column) => column.notNull())
    .addColumn('agent_reads_parent', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('agent_id', 'text')
    .addColumn('agent_name', 'text')
    .execute();
  await db.schema.createIndex('changes_by_node').on('changes').columns(['node_id', 'position']).execute();
  await db.schema.createIndex('changes_by_space').on('changes').columns(['space_id', 'position']).execute();
  await table(db, 'change_audience', [
    ['user_id', 'text'],
    ['position', 'integer'],
    ['sees_parent', 'integer'],
  ])
    .addPrimaryKeyConstraint('change_audience_key', ['user_id', 'position'])
    .execute();
}

async function createNotes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('space_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('agent_id', 'text')
    .addColumn('agent_name', 'text')
    .addForeignKeyConstraint('notes_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('notes_by_node').on('notes').columns(['node_id', 'position', 'number']).execute();
  await db.schema.createIndex('notes_by_space').on('notes').columns(['space_id', 'position', 'number']).execute();
}

async function createSharing(db: Kysely<Tables>): Promise<void> {
  await table(db, 'shares', [
    ['id', 'text', 'key'],
    ['node_id', 'text'],
    ['kind', 'text'],
    ['grantee_id', 'text'],
    ['role', 'text'],
    ['source', 'text'],
    ['synced_at', 'text', 'null'],
    ['created_by', 'text'],
    ['created_at', 'text'],
  ])
    .addUniqueConstraint('shares_one_per_grantee', ['node_id', 'kind', 'grantee_id'])
    .addForeignKeyConstraint('shares_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('shares_by_grantee').on('shares').columns(['kind', 'grantee_id']).execute();
  await table(db, 'inbox', [
    ['id', 'text', 'key'],
    ['user_id', 'text'],
    ['kind', 'text'],
    ['node_id', 'text', 'null'],
    ['actor_id', 'text', 'null'],
    ['role', 'text', 'null'],
    ['thread_id', 'text', 'null'],
    ['request_id', 'text', 'null'],
    ['read_at', 'text', 'null'],
    ['created_at', 'text'],
  ])
    .addForeignKeyConstraint('inbox_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('inbox_by_user').on('inbox').columns(['user_id', 'created_at', 'id']).execute();
  await db.schema.createIndex('inbox_by_node').on('inbox').column('node_id').execute();
}

async function createVersions(db: Kysely<Tables>): Promise<void> {
  await table(db, 'versions', [
    ['id', 'text', 'key'],
    ['node_id', 'text'],
    ['revision', 'integer'],
    ['size_bytes', 'integer'],
    ['content_ref', 'text'],
    ['actor', 'text'],
    ['author_id', 'text'],
    ['agent_id', 'text', 'null'],
    ['agent_name', 'text', 'null'],
    ['author_source', 'text'],
    ['pinned', 'integer'],
    ['label', 'blob', 'null'],
    ['created_at', 'text'],
  ])
    .addUniqueConstraint('versions_by_revision', ['node_id', 'revision'])
    .addForeignKeyConstraint('versions_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await table(db, 'restore_requests', [
    ['id', 'text', 'key'],
    ['node_id', 'text'],
    ['revision', 'integer'],
    ['current_revision', 'integer'],
    ['status', 'text'],
    ['requested_by', 'text'],
    ['agent_id', 'text', 'null'],
    ['agent_name', 'text', 'null'],
    ['asked_of', 'text'],
    ['answered_by', 'text', 'null'],
    ['created_at', 'text'],
    ['expires_at', 'text'],
    ['answered_at', 'text', 'null'],
  ])
    .addForeignKeyConstraint('restore_requests_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema
    .createIndex('restore_requests_by_node')
    .on('restore_requests')
    .columns(['node_id', 'status'])
    .execute();
}

async function createComments(db: Kysely<Tables>): Promise<void> {
  await table(db, 'comment_threads', [
    ['id', 'text', 'key'],
    ['node_id', 'text'],
    ['status', 'text'],
    ['version', 'integer'],
    ['anchor', 'blob'],
    ['orphaned', 'integer'],
    ['author_id', 'text'],
    ['resolved_by', 'text', 'null'],
    ['resolved_at', 'text', 'null'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
  ])
    .addForeignKeyConstraint('comment_threads_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('comment_threads_by_node').on('comment_threads').column('node_id').execute();
  await table(db, 'comment_messages', [
    ['id', 'text', 'key'],
    ['thread_id', 'text'],
    ['position', 'integer'],
    ['body', 'blob'],
    ['author_id', 'text'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
  ])
    .addUniqueConstraint('comment_messages_order', ['thread_id', 'position'])
    .addForeignKeyConstraint('comment_messages_thread', ['thread_id'], 'comment_threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}

async function createUploads(db: Kysely<Tables>): Promise<void> {
  await table(db, 'upload_sessions', [
    ['id', 'text', 'key'],
    ['account_id', 'text'],
    ['agent_id', 'text', 'null'],
    ['agent_name', 'text', 'null'],
    ['via', 'text'],
    ['access_hash', 'text'],
    ['space_id', 'text'],
    ['parent_id', 'text', 'null'],
    ['node_id', 'text', 'null'],
    ['revision', 'integer', 'null'],
    ['name', 'blob'],
    ['size_bytes', 'integer'],
    ['received_bytes', 'integer'],
    ['created_at', 'text'],
    ['expires_at', 'text'],
  ])
    .addForeignKeyConstraint('upload_sessions_space', ['space_id'], 'spaces', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('upload_sessions_by_space').on('upload_sessions').column('space_id').execute();
  await db.schema.createIndex('upload_sessions_by_expiry').on('upload_sessions').column('expires_at').execute();
  await table(db, 'upload_chunks', [
    ['session_id', 'text'],
    ['start', 'integer'],
    ['size_bytes', 'integer'],
    ['content_ref', 'text'],
  ])
    .addPrimaryKeyConstraint('upload_chunks_key', ['session_id', 'start'])
    .addForeignKeyConstraint('upload_chunks_session', ['session_id'], 'upload_sessions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table(db, 'images', [
    ['id', 'text', 'key'],
    ['account_id', 'text'],
    ['extension', 'text'],
    ['size_bytes', 'integer'],
    ['content_ref', 'text'],
    ['created_at', 'text'],
  ]).execute();
  await db.schema.createIndex('images_by_account').on('images').column('account_id').execute();
  // Keyed digests of the words of a document: found by whole words, readable for nobody without the space's key.
  await table(db, 'node_words', [
    ['space_id', 'text'],
    ['word_key', 'text'],
    ['node_id', 'text'],
  ])
    .addPrimaryKeyConstraint('node_words_key', ['space_id', 'word_key', 'node_id'])
    .addForeignKeyConstraint('node_words_node', ['node_id'], 'nodes', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('node_words_by_node').on('node_words').column('node_id').execute();
}
