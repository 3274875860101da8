import type { Migration } from '../../core/db/types.ts';
import './tables.ts';

/** Schema history of the chat. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0009-chat',
    async up(db) {
      await db.schema
        .createTable('chat_folders')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('name', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('chat_folders_by_account').on('chat_folders').column('account_id').execute();
      await db.schema
        .createTable('chat_conversations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('folder_id', 'text', (column) => column.references('chat_folders.id').onDelete('set null'))
        .addColumn('title', 'blob')
        .addColumn('anonymous', 'integer', (column) => column.notNull())
        .addColumn('model', 'text')
        .addColumn('pinned', 'integer', (column) => column.notNull())
        .addColumn('active_message_id', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('chat_conversations_by_account')
        .on('chat_conversations')
        .columns(['account_id', 'updated_at', 'id'])
        .execute();
      await db.schema
        .createIndex('chat_conversations_by_folder')
        .on('chat_conversations')
        .column('folder_id')
        .execute();
      await db.schema
        .createTable('chat_messages')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('conversation_id', 'text', (column) =>
          column.notNull().references('chat_conversations.id').onDelete('cascade'),
        )
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('parent_id', 'text')
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('anonymous', 'integer', (column) => column.notNull())
        .addColumn('model', 'text')
        .addColumn('request_id', 'text')
        .addColumn('error_code', 'text')
        .addColumn('body', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('chat_messages_in_order', ['conversation_id', 'position'])
        .execute();
      await db.schema.createIndex('chat_messages_by_state').on('chat_messages').column('state').execute();
      await db.schema
        .createTable('chat_attachments')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('conversation_id', 'text', (column) => column.references('chat_conversations.id'))
        .addColumn('details', 'blob', (column) => column.notNull())
        .addColumn('size_bytes', 'integer', (column) => column.notNull())
        .addColumn('file_ref', 'text', (column) => column.notNull())
        .addColumn('text_ref', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('chat_attachments_by_conversation')
        .on('chat_attachments')
        .columns(['conversation_id', 'created_at'])
        .execute();
      await db.schema.createIndex('chat_attachments_by_account').on('chat_attachments').column('account_id').execute();
      await db.schema
        .createTable('chat_prompts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('shared', 'integer', (column) => column.notNull())
        .addColumn('content', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('chat_prompts_by_account')
        .on('chat_prompts')
        .columns(['shared', 'account_id'])
        .execute();
    },
  } satisfies Migration,
]);
