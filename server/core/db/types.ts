import type { Kysely, Transaction } from 'kysely';

/**
 * Tables are declared by the feature that owns them, by declaration merging:
 * `declare module '../../core/db/types.ts' { interface Tables { jobs: JobRow } }`. Rows are still parsed by schemas on the way out.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging in each feature
export interface Tables {}

/** A connection or a transaction: storage functions take it as first argument and work in both. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** One step of the schema's history. Ids sort by their number: `0001-core`, `0002-accounts`, … */
export interface Migration {
  readonly id: `${number}-${string}`;
  up(db: Kysely<Tables>): Promise<void>;
}

/** What a transaction gave, and when a power cut cannot undo it any more. */
export interface Committed<T> {
  readonly result: T;
  /** Rejects when the disk fails. Need not be waited for. */
  readonly onDisk: Promise<void>;
}

/** The open database. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** Runs `work` in one write transaction (BEGIN IMMEDIATE); a throw rolls everything back. */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for work that comes often: the thread serves others while the disk writes. What was committed is seen by readers at once, and survives a
   * power cut when this resolves. It rejects, with the commit in place, when the disk fails in between.
   */
  transactionBesideOthers<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** The same, resolving before the disk has written: what was committed survives the end of the process, and a power cut from `onDisk` on. */
  commitBesideOthers<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<Committed<T>>;
  /** Moves the log into the database file and empties it, so that deleted rows, which are overwritten, are in neither. Blocks the thread for a moment. */
  forgetDeleted(): void;
  close(): Promise<void>;
}
