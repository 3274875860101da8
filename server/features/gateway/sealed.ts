import type { SealedColumn } from '../../core/vault/sealedColumns.ts';
import { exchangeBoundTo } from './exchanges/createExchanges.ts';
import { bodyKey, inputKey } from './responses/responseStorage.ts';
import './tables.ts';

/** What the gateway keeps encrypted in its tables. */
export const sealedColumns: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'exchanges', keys: ['id'], column: 'request', owner: 'account_id' },
    boundTo: ({ id }) => exchangeBoundTo(String(id), 'request'),
  },
  {
    ...{ table: 'exchanges', keys: ['id'], column: 'answer', owner: 'account_id' },
    boundTo: ({ id }) => exchangeBoundTo(String(id), 'answer'),
  },
  {
    ...{ table: 'model_responses', keys: ['id'], column: 'input', owner: 'account_id' },
    boundTo: ({ id }) => inputKey(String(id)),
  },
  {
    ...{ table: 'model_responses', keys: ['id'], column: 'body', owner: 'account_id' },
    boundTo: ({ id }) => bodyKey(String(id)),
  },
]);
