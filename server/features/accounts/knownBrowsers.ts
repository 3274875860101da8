import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../core/vault/types.ts';
import type { SessionCookie } from '../../http/cookies.ts';
import { secretHash } from './secrets.ts';
import { emailKey } from './storage/users.ts';

const BOUND_TO = 'accounts/known-browser';
/** Longer ones were not made here. */
const LONGEST_COOKIE = 1_000;

const content = z.object({ id: z.uuid(), email: z.string() });

/**
 * Browsers in which somebody has logged in before, by a cookie that only this server can make (OWASP, Slow Down Online Guessing
 * Attacks with Device Cookies). It opens nothing: failures there are counted apart, so that nobody else's lock the person out.
 */
export interface KnownBrowsers {
  /** Id of the browser, if this person has logged in there. */
  idOf(cookieHeader: string | undefined, email: string): string | null;
  /** Value of a Set-Cookie header for a browser in which this person has just logged in. */
  remember(email: string, maxAgeSeconds: number): string;
}

/** @param cookie - the cookie of known browsers, not the one of sessions */
export function createKnownBrowsers(
  vault: Pick<Vault, 'encryptSystem' | 'decryptSystem'>,
  cookie: Pick<SessionCookie, 'read' | 'set'>,
): KnownBrowsers {
  const digest = (email: string): string => secretHash(emailKey(email));

  return Object.freeze({
    idOf(cookieHeader: string | undefined, email: string) {
      const sealed = cookie.read(cookieHeader);
      if (sealed === undefined || sealed.length > LONGEST_COOKIE) return null;
      try {
        const opened = vault.decryptSystem(BOUND_TO, Buffer.from(sealed, 'base64url'));
        const browser = content.parse(JSON.parse(Buffer.from(opened).toString('utf8')));
        return browser.email === digest(email) ? browser.id : null;
      } catch {
        // Forged, cut, or sealed under another master key: a browser like any other.
        return null;
      }
    },
    remember(email: string, maxAgeSeconds: number) {
      const browser = JSON.stringify({ id: randomUUID(), email: digest(email) });
      return cookie.set(
        Buffer.from(vault.encryptSystem(BOUND_TO, Buffer.from(browser))).toString('base64url'),
        maxAgeSeconds,
      );
    },
  });
}
