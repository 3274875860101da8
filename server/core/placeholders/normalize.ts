import { categoriesThat } from '../../contract/categoryTable.ts';

/** Values of these mean the same with and without separators ("DE89 3704 …" and "DE893704…"). */
const WITHOUT_SEPARATORS = categoriesThat(({ hasFreeSeparators }) => hasFreeSeparators === true);

/**
 * The value behind a surface form: NFC, case-folded, white space collapsed; structured values without separators. Forms
 * that normalize alike share the first characters of their hashes.
 */
export function normalizeValue(category: string, text: string): string {
  const folded = text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (!WITHOUT_SEPARATORS.has(category)) return folded;
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, '');
  return bare === '' ? folded : bare;
}
