import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';

/** What the checker says of a pattern. `unknown`: no answer in time. */
export type Verdict = 'safe' | 'vulnerable' | 'unknown';

const SECONDS = 10;
/** What was found safe, by the hash of the pattern: the checker takes minutes for all of them. */
const KNOWN_FILE = join(import.meta.dirname, 'knownSafe.json');

/** Short hash under which a pattern is kept. */
export const patternKey = (pattern: string): string =>
  createHash('sha256').update(pattern).digest('base64url').slice(0, 16);

/** Keys of the patterns that were checked before. */
export function knownSafe(): ReadonlySet<string> {
  return new Set(JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as string[]);
}

export function writeKnownSafe(keys: Iterable<string>): void {
  writeFileSync(KNOWN_FILE, `${JSON.stringify([...keys].sort(), null, 2)}\n`);
}

/** Asks recheck whether a text makes the pattern's time grow faster than its length. */
export async function verdictOn(pattern: string): Promise<Verdict> {
  const end = pattern.lastIndexOf('/');
  // The checker knows no `d`, which changes what is told of a match and not how it is found.
  const flags = pattern.slice(end + 1).replace('d', '');
  const { status } = await check(pattern.slice(1, end), flags, {
    timeout: SECONDS * 1000,
    incubationTimeout: null,
    attackTimeout: null,
  });
  return status;
}
