/** Header that carries the token of this launch; the server answers 401 to every request without it (or an API key). */
export const LAUNCH_HEADER = 'X-Deckname-Launch';

/** Headers of a request by name, as Electron's webRequest gives them. */
export type Headers = Readonly<Record<string, string | string[]>>;

/** What decides whether a request gets the token. */
export interface RequestFacts {
  readonly url: string;
  /** Id of the web contents that made the request; undefined for requests of the shell itself. */
  readonly webContentsId: number | undefined;
  readonly headers: Headers;
}

/**
 * Headers to send. A token the page tried to set itself is dropped; the real one goes only on requests of the own window to the own origin, so that
 * neither a redirect to another host nor another web contents can carry it away.
 */
export function withLaunchHeader(
  request: RequestFacts,
  own: { readonly origin: string; readonly webContentsId: number; readonly token: string },
): Record<string, string | string[]> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== LAUNCH_HEADER.toLowerCase()),
  );
  const isOwn =
    request.webContentsId === own.webContentsId &&
    URL.canParse(request.url) &&
    new URL(request.url).origin === own.origin;
  if (isOwn) headers[LAUNCH_HEADER] = own.token;
  return headers;
}
