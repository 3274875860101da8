import type { BlobStore } from '../../../core/blobs/types.ts';
import type { SealedColumn } from '../../../core/vault/sealedColumns.ts';
import type { EraseAccount } from '../../../http/feature.ts';

/** Work on a whole account that outlives a restart. */
export interface AccountTask {
  readonly accountId: string;
  readonly kind: 'deletion' | 'rotation';
  /** Deletion: who takes over; null: nobody. */
  readonly transferTo: string | null;
  readonly done: number;
  readonly total: number;
  readonly startedAt: string;
}

/** What running work on an account is given. */
export interface TaskContext {
  /** Aborted when the server stops, or other work takes the account. */
  readonly signal: AbortSignal;
  /** Notes so many further steps of the total. */
  readonly advance: (steps: number) => Promise<void>;
}

/** What work on whole accounts needs of the rest of the server. */
export interface AccountTaskParts {
  readonly blobs: Pick<BlobStore, 'count' | 'reseal' | 'deleteAll'>;
  readonly sealedColumns: readonly SealedColumn[];
  /** One after the other. */
  readonly erase: readonly EraseAccount[];
  /**
   * How long what was under way at a change may take to write what it had begun, in milliseconds: the former key of an account lives so much longer, and what was
   * erased is looked for again so much later.
   */
  readonly settleMs: number;
}
