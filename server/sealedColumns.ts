import { inputBoundTo } from './core/jobs/runner.ts';
import type { SealedColumn } from './core/vault/sealedColumns.ts';
import { sealedColumns as accounts } from './features/accounts/secondFactor/storage.ts';
import { sealedColumns as anonymization } from './features/anonymization/sealed.ts';
import { sealedColumns as chat } from './features/chat/sealed.ts';
import { sealedColumns as gateway } from './features/gateway/sealed.ts';
import { sealedColumns as workspace } from './features/workspace/sealed.ts';

/** Every column that holds ciphertexts under the keys of accounts; a test compares it with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'work', keys: ['id'], column: 'input', owner: 'account_id' },
    boundTo: ({ id }) => inputBoundTo(String(id)),
  } satisfies SealedColumn,
  ...accounts,
  ...anonymization,
  ...workspace,
  ...gateway,
  ...chat,
]);
