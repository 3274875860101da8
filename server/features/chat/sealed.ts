import { sql } from 'kysely';
import type { SealedColumn } from '../../core/vault/sealedColumns.ts';
import { attachmentBoundTo } from './attachments/attachments.ts';
import { titleBoundTo } from './conversations/conversations.ts';
import { folderBoundTo } from './conversations/folders.ts';
import { messageBoundTo } from './messageBodies.ts';
import { promptBoundTo } from './prompts/prompts.ts';
import './tables.ts';

/** What the chat keeps encrypted in its tables. */
export const sealedColumns: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'chat_folders', keys: ['id'], column: 'name', owner: 'account_id' },
    boundTo: ({ id }) => folderBoundTo(String(id)),
  },
  {
    ...{ table: 'chat_conversations', keys: ['id'], column: 'title', owner: 'account_id' },
    boundTo: ({ id }) => titleBoundTo(String(id)),
  },
  {
    ...{ table: 'chat_messages', keys: ['id'], column: 'body', owner: 'account_id' },
    boundTo: ({ id }) => messageBoundTo(String(id)),
  },
  {
    ...{ table: 'chat_attachments', keys: ['id'], column: 'details', owner: 'account_id' },
    boundTo: ({ id }) => attachmentBoundTo(String(id)),
  },
  {
    ...{ table: 'chat_prompts', keys: ['id'], column: 'content', owner: 'account_id' },
    // Those of the team are under the key of the installation.
    where: sql<boolean>`shared = 0`,
    boundTo: ({ id }) => promptBoundTo(String(id)),
  },
]);
