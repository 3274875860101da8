/** Categories whose values mean the same with and without separators ("DE89 3704 …" and "DE893704…"). */
const WITHOUT_SEPARATORS: ReadonlySet<string> = new Set([
  'phone',
  'mac',
  'iban',
  'bic',
  'creditcard',
  'bankaccount',
  'taxid',
  'vatid',
  'socialsecurity',
  'healthid',
  'passport',
  'idcard',
  'driverlicense',
  'licenseplate',
  'vin',
  'companyregister',
  'casenumber',
  'reference',
  'deviceid',
]);

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
