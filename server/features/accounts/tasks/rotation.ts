import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRotation } from '../../../contract/accountTasks.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import { countSealed, resealColumn } from '../../../core/vault/sealedColumns.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Audit } from '../audit.ts';
import { deleteTask, findTask, progressOf, saveTask } from './storage.ts';
import type { RunTask, TaskRunner } from './taskRunner.ts';
import type { AccountTaskParts } from './types.ts';

/** Gives accounts new data keys. */
export interface KeyRotations {
  begin(principal: Principal): Promise<KeyRotation>;
  state(principal: Principal): Promise<KeyRotation>;
  readonly run: RunTask;
}

export interface KeyRotationsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly parts: () => AccountTaskParts;
  readonly runner: () => Pick<TaskRunner, 'wake'>;
}

export function createKeyRotations({
  database,
  vault,
  clock,
  audit,
  parts,
  runner,
}: KeyRotationsOptions): KeyRotations {
  async function state({ accountId }: Principal): Promise<KeyRotation> {
    const task = await findTask(database.db, accountId);
    const isRunning = task?.kind === 'rotation';
    return {
      status: isRunning ? 'running' : 'idle',
      progress: isRunning ? progressOf(task) : null,
      startedAt: isRunning ? task.startedAt : null,
      keyCreatedAt: await vault.keyMadeAt(database.db, accountId),
    };
  }

  async function countAll(accountId: string): Promise<number> {
    const { sealedColumns, blobs } = parts();
    let total = await blobs.count(accountId);
    for (const column of sealedColumns) total += await countSealed(database.db, column, accountId);
    return total;
  }

  /** Goes through everything of an account once; returns how much was under an older key. */
  async function pass(accountId: string, signal: AbortSignal, advance: (steps: number) => Promise<void>) {
    const { sealedColumns, blobs } = parts();
    let changed = await blobs.reseal(accountId, { signal, onObject: () => advance(1) });
    for (const column of sealedColumns) {
      changed += await resealColumn({ database, vault }, column, accountId, { signal, onRows: advance });
    }
    return changed;
  }

  return {
    state,

    async begin(principal) {
      const { accountId } = principal;
      const total = await countAll(accountId);
      await database.transaction(async (db) => {
        const task = await findTask(db, accountId);
        if (task?.kind === 'deletion') throw new AppError('FORBIDDEN', 'The account is being deleted.');
        if (task !== undefined) return;
        const startedAt = isoTime(clock.now());
        await saveTask(db, { accountId, kind: 'rotation', transferTo: null, done: 0, total, startedAt });
        const target = { kind: 'user', id: accountId } as const;
        await audit.record(db, { principal, action: 'account.key_rotation_started', target });
      });
      runner().wake();
      return state(principal);
    },

    async run({ accountId }, { signal, advance }) {
      const { settleMs } = parts();
      await vault.beginRotation(accountId);
      const beganAt = performance.now();
      await pass(accountId, signal, advance);
      // What had been encrypted under the former key and was not stored yet comes within this time; a last pass sees it.
      await sleep(Math.max(0, settleMs - (performance.now() - beganAt)), undefined, { signal });
      while ((await pass(accountId, signal, () => Promise.resolve())) > 0) signal.throwIfAborted();
      await vault.finishRotation(accountId, async (db) => {
        await deleteTask(db, { accountId, kind: 'rotation' });
        const target = { kind: 'user', id: accountId } as const;
        await audit.record(db, { principal: 'system', action: 'account.key_rotated', target });
      });
      database.forgetDeleted();
    },
  };
}
