import { sql } from 'kysely';
import { nextTurn } from '../turns.ts';
import type { Database, Db } from './types.ts';

/** Writes of many callers that are committed together, because every commit waits for the disk. */
export interface GroupedWrites {
  /**
   * Runs `work` in a transaction that it may share with others. What it wrote is on the disk when this resolves, and undone when it throws; what
   * the others wrote is neither seen nor touched by that. Only when the disk fails after the commit it throws with what was written in place.
   */
  run<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

interface Waiting {
  /** Does the work and returns what tells its caller once everything is committed. */
  readonly attempt: (db: Db) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** Transactions of one group, so that other writers of the database get their turn. */
const MOST_TOGETHER = 50;

export function createGroupedWrites(database: Database): GroupedWrites {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    // Whoever is ready in the same turn joins the first group.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      try {
        const settle = await database.transactionBesideOthers(async (db) => {
          const done: (() => void)[] = [];
          for (const { attempt } of group) done.push(await attempt(db));
          return done;
        });
        for (const tell of settle) tell();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  };

  return Object.freeze({
    run<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const attempt = async (db: Db) => {
        await sql`savepoint grouped_write`.execute(db);
        try {
          const result = await work(db);
          await sql`release grouped_write`.execute(db);
          return () => resolve(result);
        } catch (error) {
          await sql`rollback to grouped_write`.execute(db);
          await sql`release grouped_write`.execute(db);
          return () => reject(error);
        }
      };
      waiting.push({ attempt, reject });
      if (!isWriting) void writeAll();
      return promise;
    },
  });
}
