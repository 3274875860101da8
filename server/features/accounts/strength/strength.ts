import { createWorkerPool, workerFile } from '../../../core/workers/pool.ts';
import type { StrengthQuestion } from './worker.ts';

/** Whose password it is: what others know of a person is guessed first. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** Tells how hard a password is to guess. */
export interface PasswordStrength {
  /** Whether it takes more than 10^8 guesses (zxcvbn's score 3, "safely unguessable") with the owner's own words in mind. */
  isStrong(password: string, owner: PasswordOwner): Promise<boolean>;
  /** Ends the thread; questions under way reject. */
  close(): Promise<void>;
}

const STRONG = 3;
/** The work grows with the square of the length, and what is strong by its beginning stays strong. In UTF-16 code units. */
const CHECKED_LENGTH = 40;
const PRODUCT = 'deckname';

/**
 * Asks zxcvbn-ts with the dictionaries of the five languages. They take a second to load and 140 MB to hold, so they live in a thread that ends soon after
 * the last question.
 */
export function createPasswordStrength(): PasswordStrength {
  const threads = createWorkerPool<StrengthQuestion, number>({
    file: workerFile(import.meta.url, './worker'),
    threads: 1,
  });
  return Object.freeze({
    isStrong: async (password: string, owner: PasswordOwner) =>
      (await threads.run({ password: password.slice(0, CHECKED_LENGTH), ownWords: wordsOf(owner) })) >= STRONG,
    close: () => threads.close(),
  });
}

const JOINTS = ['', ' ', '.', '-', '_'];

/** What a person's password is made of when nobody thinks long: `anna.berger@kanzlei.example` gives anna.berger, annaberger, anna, berger, kanzlei and so on. */
function wordsOf({ email, name }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const words = [email.toLowerCase(), domain, PRODUCT];
  for (const text of [local, name.toLowerCase(), domain]) {
    const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
    words.push(...parts, ...JOINTS.map((joint) => parts.join(joint)));
  }
  return [...new Set(words)];
}
