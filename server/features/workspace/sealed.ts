import type { RowOwner, SealedColumn } from '../../core/vault/sealedColumns.ts';
import { anchorBoundTo } from './comments/anchors/anchor.ts';
import { commentBoundTo } from './comments/presenter.ts';
import { changeBoundTo } from './feed/storage.ts';
import { nodeTextBoundTo } from './nodes/names.ts';
import './storage/tables.ts';
import { outcomeBoundTo } from './uploads/outcomes.ts';
import { uploadBoundTo } from './uploads/sessions.ts';
import { labelBoundTo } from './versions/presenter.ts';

const OF_NODE: RowOwner = Object.freeze({ column: 'node_id', table: 'nodes', owner: 'space_id' });

/** What the workspace keeps encrypted in its tables, under the keys of spaces. */
export const sealedColumns: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'nodes', keys: ['id'], column: 'name', owner: 'space_id' },
    boundTo: ({ id }) => nodeTextBoundTo(String(id), 'name'),
  },
  {
    ...{ table: 'nodes', keys: ['id'], column: 'description', owner: 'space_id' },
    boundTo: ({ id }) => nodeTextBoundTo(String(id), 'description'),
  },
  {
    ...{ table: 'changes', keys: ['position', 'id'], column: 'name', owner: 'space_id' },
    boundTo: ({ id }) => changeBoundTo(String(id)),
  },
  {
    ...{ table: 'versions', keys: ['id'], column: 'label', owner: OF_NODE },
    boundTo: ({ id }) => labelBoundTo(String(id)),
  },
  {
    ...{ table: 'comment_threads', keys: ['id'], column: 'anchor', owner: OF_NODE },
    boundTo: ({ id }) => anchorBoundTo(String(id)),
  },
  {
    ...{ table: 'comment_messages', keys: ['id'], column: 'body' },
    owner: { column: 'thread_id', table: 'comment_threads', owner: OF_NODE },
    boundTo: ({ id }) => commentBoundTo(String(id)),
  },
  {
    ...{ table: 'upload_sessions', keys: ['id'], column: 'name', owner: 'space_id' },
    boundTo: ({ id }) => uploadBoundTo(String(id)),
  },
  {
    ...{ table: 'upload_sessions', keys: ['id'], column: 'outcome', owner: 'space_id' },
    boundTo: ({ id }) => outcomeBoundTo(String(id)),
  },
]);
