/** What no name of a file may hold on one of the systems. */
const FORBIDDEN = /[\p{C}"*/:<>?\\|]+/gu;
/** Characters of a name, its ending not counted: room for what systems add to it. */
export const NAME_CHARACTERS = 120;

/**
 * Name under which an export is saved.
 * @param offered - the name of the server, which knows the ending
 * @param wanted - what a person typed for it, without ending; empty or absent: the offered name
 */
export function exportName(offered: string | null, wanted: string | undefined): string | null {
  const stem = (wanted ?? '')
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .slice(0, NAME_CHARACTERS)
    .toWellFormed();
  if (stem === '' || offered === null) return offered;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(offered)?.[0] ?? '';
  return stem.toLowerCase().endsWith(ending.toLowerCase()) ? stem : stem + ending;
}
