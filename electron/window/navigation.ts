/** Addresses the system may be asked to open; every other scheme could start a program or read a file. */
const EXTERNAL_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'mailto:']);

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** True for an address of the window's own server; only there the page may navigate. */
export function isOwnAddress(address: string, origin: string): boolean {
  return parse(address)?.origin === origin;
}

/** The normalized address when the system's browser or mail program may open it, else null. Credentials in an address are refused. */
export function externalAddress(address: string): string | null {
  const url = parse(address);
  if (url === null || !EXTERNAL_PROTOCOLS.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}

/** Routes a deep link may lead to. The pattern is strict because any web page can open such a link. */
const DEEP_LINK =
  /^deckname:\/\/(?:(anonymize|history|restore|workspace|chat|settings)|job\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))\/?$/;

/** The page's route for a deep link such as `deckname://job/UUID`; null for anything else. */
export function deepLinkRoute(link: string): string | null {
  const match = DEEP_LINK.exec(link);
  if (match === null) return null;
  return match[2] === undefined ? `/${match[1]!}` : `/jobs/${match[2]}`;
}
