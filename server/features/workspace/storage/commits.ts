import type { Transaction } from 'kysely';
import type { Committed, Database, Tables } from '../../../core/db/types.ts';
import { nextTurn } from '../../../core/turns.ts';
import type { Route } from '../../../http/route.ts';

/** The transactions of the workspace: many writers share one wait for the disk, and the thread serves others meanwhile. */
export interface Commits {
  /** The database with such transactions. Each resolves when what it committed is on the disk. */
  readonly database: Database;
  /** The same route, whose answer waits until a power cut can undo nothing of what it tells: no revision, and no cursor of the change feed. */
  readonly answering: (route: Route) => Route;
}

export function createCommits(database: Database): Commits {
  let running = 0;
  /** Resolves when everything committed so far is on the disk, or the disk has failed and the writer was told. */
  let onDisk: Promise<unknown> = Promise.resolve();

  async function commitBesideOthers<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<Committed<T>> {
    running += 1;
    try {
      const committed = await database.commitBesideOthers(work);
      onDisk = Promise.allSettled([onDisk, committed.onDisk]);
      return committed;
    } finally {
      running -= 1;
    }
  }
  async function transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const committed = await commitBesideOthers(work);
    await committed.onDisk;
    return committed.result;
  }

  return {
    database: { ...database, transaction, commitBesideOthers, transactionBesideOthers: transaction },
    answering: (route) => ({
      ...route,
      async handle(context) {
        try {
          return await route.handle(context);
        } finally {
          // Readers see a commit a moment before `onDisk` knows of it.
          if (running > 0) await nextTurn();
          await onDisk;
        }
      },
    }),
  };
}
