import type { SecondFactorState } from '../../../contract/secondFactor.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { User } from '../storage/users.ts';
import { readSecondFactorRequiredAt } from '../teamSettings.ts';

/** Rights 2: so long people have after it is required, or after their account was made. */
const GRACE_MS = 7 * 86_400_000;

type Subject = Pick<User, 'passwordHash' | 'secondFactorSince' | 'createdAt'>;

/** Who has to have a second factor, and by when. */
export interface SecondFactorRequirement {
  of(db: Db, user: Subject): Promise<SecondFactorState>;
  /** The same for many people, with one look at the settings. */
  forAll(db: Db): Promise<(user: Subject) => SecondFactorState>;
}

export function createRequirement(clock: Clock): SecondFactorRequirement {
  const stateOf = (requiredAt: string | null, user: Subject): SecondFactorState => {
    const active = user.secondFactorSince !== null;
    // The local account has no login that a code could be asked for at.
    if (active || requiredAt === null || user.passwordHash === null) return { active, dueAt: null, overdue: false };
    const due = Math.max(Date.parse(requiredAt), Date.parse(user.createdAt)) + GRACE_MS;
    return { active, dueAt: isoTime(due), overdue: due <= clock.now() };
  };

  return Object.freeze({
    async of(db: Db, user: Subject) {
      // Asked with every request of a session, so whoever has one costs no reading.
      const requiredAt = user.secondFactorSince === null ? await readSecondFactorRequiredAt(db) : null;
      return stateOf(requiredAt, user);
    },
    async forAll(db: Db) {
      const requiredAt = await readSecondFactorRequiredAt(db);
      return (user: Subject) => stateOf(requiredAt, user);
    },
  });
}
