import type { SealedColumn } from '../../core/vault/sealedColumns.ts';
import { nameOfBatch, nameOfFile } from './batches/batches.ts';
import { areaBoundTo } from './documentView/areas.ts';
import { obstaclesBoundTo } from './exports/exportKind.ts';
import { filenameBoundTo } from './jobs/jobNames.ts';
import { originalBoundTo } from './mappings/mappingVault.ts';
import { termBoundTo } from './terms/terms.ts';

/** What anonymization keeps encrypted in its tables. */
export const sealedColumns: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'anonymization_jobs', keys: ['id'], column: 'filename', owner: 'account_id' },
    boundTo: ({ id }) => filenameBoundTo(String(id)),
  },
  {
    ...{ table: 'mappings', keys: ['account_id', 'hash'], column: 'original', owner: 'account_id' },
    boundTo: ({ hash }, accountId) => originalBoundTo(accountId, String(hash)),
  },
  {
    ...{ table: 'terms', keys: ['id'], column: 'value', owner: 'account_id' },
    boundTo: ({ id }) => termBoundTo(String(id)),
  },
  {
    ...{ table: 'batches', keys: ['id'], column: 'name', owner: 'account_id' },
    boundTo: ({ id }) => nameOfBatch(String(id)),
  },
  {
    ...{ table: 'batch_files', keys: ['batch_id', 'number'], column: 'name' },
    owner: { column: 'batch_id', table: 'batches', owner: 'account_id' },
    boundTo: ({ batch_id, number }) => nameOfFile(String(batch_id), Number(number)),
  },
  {
    ...{ table: 'job_areas', keys: ['job_id', 'id'], column: 'place' },
    owner: { column: 'job_id', table: 'anonymization_jobs', owner: 'account_id' },
    boundTo: ({ job_id, id }) => areaBoundTo(String(job_id), String(id)),
  },
  {
    ...{ table: 'job_exports', keys: ['id'], column: 'obstacles', owner: 'account_id' },
    boundTo: ({ id }) => obstaclesBoundTo(String(id)),
  },
]);
