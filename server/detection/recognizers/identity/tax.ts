import { isChileanRut } from '../shared/checkDigits.ts';
import type { PatternRule } from '../shared/patterns.ts';
import { stdnumChecks as checks } from '../shared/stdnum.ts';

/** Characters that scanned text confuses in an Italian code are allowed where a label stands near. */
const CODICE_FISCALE = /[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]/gi;
const SPACED_CODICE_FISCALE =
  /[A-Z]{3} {1,2}[A-Z]{3} {1,2}[0-9LMNPQRSTUV]{2} ?[A-Z] ?[0-9LMNPQRSTUV]{2} {1,2}[A-Z] ?[0-9LMNPQRSTUV]{3} ?[A-Z]/g;

/** Over the end of a line only with its check letter. */
const BROKEN_CODICE_FISCALE =
  /[A-Z]{3}[ ]?(?:-?\r?\n)?[A-Z]{3}[ ]?(?:-?\r?\n)?[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[ ]?(?:-?\r?\n)?[A-Z][0-9LMNPQRSTUV]{3}[A-Z]/gi;

/** Tax numbers of persons and firms. */
export const TAX_RULES: readonly PatternRule[] = [
  // Germany: identification number (§ 139b AO), 11 digits; local numbers in the forms of the Länder.
  {
    category: 'taxid',
    pattern: /[1-9]\d[ \u00a0]\d{3}[ \u00a0]\d{3}[ \u00a0]\d{3}/g,
    needs: 'valid or context',
    isValid: checks.de.idnr,
  },
  { category: 'taxid', pattern: /[1-9]\d{10}/g, needs: 'valid', isValid: checks.de.idnr },
  { category: 'taxid', pattern: /\d{2,3}[/ ]\d{3}[/ ]\d{4,5}/g, needs: 'context' },
  { category: 'taxid', pattern: /\d{2,3}\/\d{3}\/\d{4,5}/g, needs: 'shape' },
  // Austria: tax office and number.
  { category: 'taxid', pattern: /\d{2}[- ]\d{3}\/\d{4}/g, needs: 'shape' },
  // Italy: codice fiscale of persons (DM 23/12/1976) with its check letter.
  { category: 'taxid', pattern: CODICE_FISCALE, needs: 'shape', isValid: checks.it.codiceFiscale },
  { category: 'taxid', pattern: SPACED_CODICE_FISCALE, needs: 'shape', isValid: checks.it.codiceFiscale },
  { category: 'taxid', pattern: BROKEN_CODICE_FISCALE, needs: 'valid', isValid: checks.it.codiceFiscale },
  { category: 'taxid', pattern: /(?:[A-Z] ){6}(?:[0-9A-Z] ){9}[A-Z]/g, needs: 'context' },
  // Spain: CIF of organizations (Orden EHA/451/2008). DNI and NIE belong to persons and are identity cards.
  {
    category: 'taxid',
    pattern: /[ABCDEFGHJNPQRSUVW][-. ]?\d{2}[. ]?\d{3}[. ]?\d{2}[-. ]?[\dA-J]/g,
    needs: 'valid or context',
    isValid: checks.es.cif,
  },
  // France: numéro fiscal, 13 digits with a key of three digits.
  {
    category: 'taxid',
    pattern: /[0-3]\d(?: \d{2} \d{3} \d{3} \d{3}|\d{11})/g,
    needs: 'valid and context',
    isValid: checks.fr.nif,
    context: ['taxid'],
  },
  // Latin America: RUT and RUN of Chile, CUIT and CUIL of Argentina, RFC and CURP of Mexico.
  { category: 'taxid', pattern: /\d{1,2}\.\d{3}\.\d{3}-[\dkK]/g, needs: 'shape', isValid: isChileanRut },
  { category: 'taxid', pattern: /(?:20|2[3-7]|30|33|34)-\d{8}-\d/g, needs: 'shape' },
  {
    category: 'taxid',
    pattern: /[A-ZÑ&]{3,4}\d{2}[01]\d[0-3]\d[A-Z0-9]{3}/g,
    needs: 'shape',
    accept: (value) => /\d{6}/.test(value),
  },
  { category: 'taxid', pattern: /[A-Z]{4}\d{2}[01]\d[0-3]\d[HMX][A-Z]{5}[A-Z0-9]\d/g, needs: 'shape', confidence: 0.9 },
  // India: permanent account number and the tax number built on it.
  { category: 'taxid', pattern: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/g, needs: 'shape' },
  { category: 'vatid', pattern: /[0-3]\d[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]/g, needs: 'shape', confidence: 0.9 },
  // United Kingdom, Portugal, Netherlands, United States: digits only, so a label has to stand near.
  { category: 'taxid', pattern: /\d{5}[ ]?\d{5}/g, needs: 'valid and context', isValid: checks.gb.utr },
  {
    category: 'taxid',
    pattern: /[1-35689]\d{2}[ ]?\d{3}[ ]?\d{3}/g,
    needs: 'valid and context',
    isValid: checks.pt.nif,
  },
  { category: 'taxid', pattern: /\d{4}[. ]?\d{2}[. ]?\d{3}/g, needs: 'valid and context', isValid: checks.nl.bsn },
  { category: 'taxid', pattern: /9\d{2}-[5-9]\d-\d{4}/g, needs: 'shape' },
  { category: 'taxid', pattern: /\d{2}-\d{7}/g, needs: 'context' },
];

/** Country prefixes with the digits of Council Regulation (EU) 904/2010, annex; groups may be set off. */
const VAT_FORMS = [
  'ATU[ .]?(?:\\d{8}|\\d{3}[ .]?\\d{3}[ .]?\\d{2}|\\d{4} \\d{4})',
  'BE[ .]?[01]\\d{3}[ .]?\\d{3}[ .]?\\d{3}',
  'BG[ ]?\\d{9,10}',
  'CY[ ]?\\d{8}[A-Z]',
  'CZ[ ]?\\d{8,10}',
  'DE[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}',
  'DK[ ]?\\d{2}[ ]?\\d{2}[ ]?\\d{2}[ ]?\\d{2}',
  'EE[ ]?\\d{9}',
  'EL[ ]?\\d{9}',
  'ES[ -]?[A-Z]-?\\d{7}-?[\\dA-Z]',
  'ES[ -]?\\d{8}-?[A-Z]',
  'FI[ ]?\\d{8}',
  'FR[ ]?[\\dA-HJ-NP-Z]{2}[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}',
  'GB[ ]?\\d{3}[ ]?\\d{4}[ ]?\\d{2}(?:[ ]?\\d{3})?',
  'XI[ ]?\\d{3}[ ]?\\d{4}[ ]?\\d{2}',
  'HR[ ]?\\d{11}',
  'HU[ ]?\\d{8}',
  'IE[ ]?\\d[\\dA-Z+*]\\d{5}[A-Z]{1,2}',
  'IT[ ]?\\d{11}',
  'LT[ ]?(?:\\d{9}|\\d{12})',
  'LU[ ]?\\d{8}',
  'LV[ ]?\\d{11}',
  'MT[ ]?\\d{8}',
  'NL[ ]?\\d{9}[ .]?B\\d{2}',
  'PL[ ]?\\d{10}',
  'PT[ ]?\\d{9}',
  'RO[ ]?\\d{6,10}',
  'SE[ ]?\\d{10}01',
  'SI[ ]?\\d{8}',
  'SK[ ]?\\d{10}',
];

const vatCheck = (value: string): boolean =>
  (value.startsWith('DE') && checks.de.vat(value)) ||
  (value.startsWith('FR') && checks.fr.tva(value)) ||
  (value.startsWith('IT') && checks.it.iva(value.slice(2))) ||
  (value.startsWith('CHE') && checks.ch.uid(value.slice(0, 12)));

/** Value added tax numbers. */
export const VAT_RULES: readonly PatternRule[] = [
  {
    category: 'vatid',
    pattern: new RegExp(VAT_FORMS.join('|'), 'g'),
    needs: 'shape',
    isValid: vatCheck,
    confidence: 0.85,
  },
  // Switzerland: UID (UIDG, SR 431.03), with or without the suffix for value added tax.
  {
    category: 'vatid',
    pattern: /CHE[- ]?\d{3}\.?\d{3}\.?\d{3}/g,
    needs: 'shape',
    isValid: vatCheck,
    confidence: 0.9,
  },
  { category: 'vatid', pattern: /\d{11}/g, needs: 'valid and context', isValid: checks.it.iva },
];
