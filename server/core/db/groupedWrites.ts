import { sql } from 'kysely';
import { nextTurn } from '../turns.ts';
import type { Committed, Database, Db } from './types.ts';

/** Writes of many callers that are committed together, because a commit takes longer than what most of them write. */
export interface GroupedWrites {
  /**
   * Runs `work` in a transaction that it may share with others. What it wrote is committed when this resolves, and undone when it throws; what
   * the others wrote is neither seen nor touched by that.
   */
  run<T>(work: (db: Db) => Promise<T>): Promise<Committed<T>>;
}

interface Waiting {
  /** Does the work and returns what tells its caller once everything is committed. */
  readonly attempt: (db: Db, isAlone: boolean) => Promise<(onDisk: Promise<void>) => void>;
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
        const { result, onDisk } = await database.commitBesideOthers(async (db) => {
          const done: ((onDisk: Promise<void>) => void)[] = [];
          for (const { attempt } of group) done.push(await attempt(db, group.length === 1));
          return done;
        });
        for (const tell of result) tell(onDisk);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  };

  return Object.freeze({
    run<T>(work: (db: Db) => Promise<T>): Promise<Committed<T>> {
      const { promise, resolve, reject } = Promise.withResolvers<Committed<T>>();
      const attempt = async (db: Db, isAlone: boolean) => {
        // The whole transaction is undone where nobody shares it.
        if (isAlone) {
          const result = await work(db);
          return (onDisk: Promise<void>) => resolve({ result, onDisk });
        }
        await sql`savepoint grouped_write`.execute(db);
        try {
          const result = await work(db);
          await sql`release grouped_write`.execute(db);
          return (onDisk: Promise<void>) => resolve({ result, onDisk });
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
