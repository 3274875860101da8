import { createHash } from 'node:crypto';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';

const LONGEST_WAIT_SECONDS = 900;
const FORGET_AFTER_SECONDS = 86_400;

/** Something whose failed tries are counted, for example a client's address, alone or with the e-mail address that it tries. */
export interface Subject {
  readonly kind: 'address_and_email' | 'address' | 'browser' | 'account' | 'code';
  readonly value: string;
}

/** Failures that cost nothing. Many people may share one client address, so it gets more. */
const FREE_FAILURES: Readonly<Record<Subject['kind'], number>> = Object.freeze({
  address_and_email: 5,
  browser: 5,
  account: 5,
  code: 5,
  address: 25,
});

/** A try that was counted. */
export interface Try {
  /** As if it had not been made: no failure more, and no longer wait. Those before it stay counted. */
  takeBack(): Promise<void>;
}

/** Slows guessing down: each failure beyond the free ones doubles the wait, from one second to 15 minutes. */
export interface SlowDown {
  /**
   * Counts a try as failed before it is checked, so that many at once cannot slip through.
   * @returns the try, which can be taken back where it was no guess
   * @throws AppError LOGIN_SLOWED_DOWN while a subject has to wait; such a try is not counted
   */
  begin(subjects: readonly Subject[]): Promise<Try>;
  /** Forgets the failures of what succeeded, and takes back this try for the client address. */
  succeeded(subjects: readonly Subject[]): Promise<void>;
  /** Forgets the failures of an account. What was counted with addresses goes by itself after a day: nobody can find it by the account. */
  forget(db: Db, userId: string): Promise<void>;
  /** Removes what has been forgotten. */
  cleanUp(db: Db): Promise<void>;
}

interface Failures {
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

/** What was known of a subject before a try. */
interface Counted {
  readonly subject: Subject;
  readonly known: Failures | undefined;
}

export function createSlowDown({ database, clock }: { database: Database; clock: Clock }): SlowDown {
  const forgotten = (): string => isoTime(clock.now() - FORGET_AFTER_SECONDS * 1000);

  async function failuresOf(db: Db, key: string): Promise<Failures | undefined> {
    const row = await db
      .selectFrom('login_failures')
      .select(['failures', 'last_at'])
      .where('subject', '=', key)
      .where('last_at', '>=', forgotten())
      .executeTakeFirst();
    return row && { failures: row.failures, lastAt: Date.parse(row.last_at) };
  }

  async function setFailures(db: Db, key: string, failures: number, at: string): Promise<void> {
    const row = { failures, last_at: at };
    await db
      .insertInto('login_failures')
      .values({ subject: key, ...row })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute();
  }

  const takeBack = (counted: readonly Counted[], at: string): Promise<void> =>
    database.transaction(async (db) => {
      for (const { subject, known: before } of counted) {
        const key = keyOf(subject);
        const known = await failuresOf(db, key);
        if (known === undefined) continue;
        if (known.failures <= 1) await db.deleteFrom('login_failures').where('subject', '=', key).execute();
        else {
          // Another try since then has its own wait.
          const isLast = before !== undefined && known.lastAt === Date.parse(at);
          await setFailures(db, key, known.failures - 1, isoTime(isLast ? before.lastAt : known.lastAt));
        }
      }
    });

  return Object.freeze({
    begin: (subjects: readonly Subject[]) =>
      database.transaction(async (db) => {
        const counted = await Promise.all(
          subjects.map(async (subject) => ({ subject, known: await failuresOf(db, keyOf(subject)) })),
        );
        const waits = counted.map(({ subject, known }) => (known ? waitSeconds(subject, known, clock.now()) : 0));
        const wait = Math.max(0, ...waits);
        if (wait > 0) {
          throw new AppError('LOGIN_SLOWED_DOWN', 'Too many failed tries; wait before the next one.', {
            details: { retryAfterSeconds: wait },
          });
        }
        const now = isoTime(clock.now());
        for (const { subject, known } of counted) {
          await setFailures(db, keyOf(subject), (known?.failures ?? 0) + 1, now);
        }
        return { takeBack: () => takeBack(counted, now) };
      }),

    succeeded: (subjects: readonly Subject[]) =>
      database.transaction(async (db) => {
        for (const subject of subjects) {
          const key = keyOf(subject);
          const known = await failuresOf(db, key);
          if (subject.kind === 'address' && known && known.failures > 1) {
            await db
              .updateTable('login_failures')
              .set({ failures: known.failures - 1 })
              .where('subject', '=', key)
              .execute();
          } else {
            await db.deleteFrom('login_failures').where('subject', '=', key).execute();
          }
        }
      }),

    async forget(db: Db, userId: string) {
      const keys = [keyOf({ kind: 'account', value: userId }), keyOf({ kind: 'code', value: userId })];
      await db.deleteFrom('login_failures').where('subject', 'in', keys).execute();
    },

    async cleanUp(db: Db) {
      await db.deleteFrom('login_failures').where('last_at', '<', forgotten()).execute();
    },
  });
}

function keyOf({ kind, value }: Subject): string {
  return createHash('sha256').update(`${kind}:${value}`).digest('hex');
}

function waitSeconds({ kind }: Subject, { failures, lastAt }: Failures, now: number): number {
  const beyond = failures - FREE_FAILURES[kind];
  if (beyond < 0) return 0;
  const wait = Math.min(2 ** Math.min(beyond, 20), LONGEST_WAIT_SECONDS);
  return Math.max(0, Math.ceil((lastAt - now) / 1000 + wait));
}
