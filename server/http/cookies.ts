/** A cookie that carries a secret, as that of a session (RFC 6265bis): HttpOnly, SameSite=Strict, for the whole host, no Domain. */
export interface SessionCookie {
  /** Whether browsers send it over https alone. */
  readonly secure: boolean;
  /** The token of a request's Cookie header. */
  read(cookieHeader: string | undefined): string | undefined;
  /** Value of a Set-Cookie header that stores `token` for `maxAgeSeconds`. */
  set(token: string, maxAgeSeconds: number): string;
  /** Value of a Set-Cookie header that removes the cookie. */
  clear(): string;
}

/**
 * @param secure - the interface is reached over https: the cookie is Secure and gets the `__Host-` prefix, which ties it to
 *   this host. Over plain http on the own machine browsers would drop such a cookie.
 */
export function createSessionCookie(secure: boolean, plainName = 'deckname_session'): SessionCookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return Object.freeze({
    secure,
    read: (cookieHeader: string | undefined) => {
      for (const pair of cookieHeader?.split(';') ?? []) {
        const [key, value] = splitOnce(pair, '=');
        if (key === name && value !== '') return value;
      }
      return undefined;
    },
    set: (token: string, maxAgeSeconds: number) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  });
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
