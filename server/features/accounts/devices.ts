/** Longer headers are no browser's. */
const LONGEST_HEADER = 1_000;

/** What browsers write, the more particular before what they also write for the sake of old servers. */
const BROWSERS = Object.freeze([
  ['Electron/', 'Deckname'],
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Vivaldi/', 'Vivaldi'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const);
const SYSTEMS = Object.freeze([
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const);

/**
 * A readable name of the device that a User-Agent header (RFC 9110, 10.1.5) speaks of, for example `Firefox, Windows`; null where it names nothing that is
 * known. It is made of the words of this file alone: versions, models and whatever else stands there identify people and are not kept.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const header = userAgent?.slice(0, LONGEST_HEADER) ?? '';
  const named = [BROWSERS, SYSTEMS].map((table) => table.find(([mark]) => header.includes(mark))?.[1]);
  return named.filter((name) => name !== undefined).join(', ') || null;
}
