import { isAustrianSvnr, isKvnr, isNhsNumber } from '../shared/checkDigits.ts';
import type { PatternRule } from '../shared/patterns.ts';
import { stdnumChecks as checks } from '../shared/stdnum.ts';

/** Numbers of social security. */
export const SOCIAL_RULES: readonly PatternRule[] = [
  // Germany (§ 147 SGB VI): area, birth date, letter, serial and check digit.
  {
    category: 'socialsecurity',
    pattern: /\d{2}[ \u00a0]?[0-9]\d[01]\d{3}[ \u00a0]?[A-ZO][ \u00a0]?\d{2}[ \u00a0]?\d/g,
    needs: 'shape',
    isValid: checks.de.svnr,
  },
  // Austria (ASVG): four digits and the birth date.
  {
    category: 'socialsecurity',
    pattern: /[1-9]\d{3}[ -/]?[0-3]\d[01]\d{3}/g,
    needs: 'valid and context',
    isValid: isAustrianSvnr,
  },
  { category: 'socialsecurity', pattern: /[1-9]\d{3}[ /-][0-3]\d[01]\d{3}/g, needs: 'valid', isValid: isAustrianSvnr },
  // Switzerland (AHVG): EAN-13 with prefix 756.
  {
    category: 'socialsecurity',
    pattern: /756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}/g,
    needs: 'shape',
    isValid: checks.ch.ahv,
    confidence: 0.85,
  },
  // France (NIR, décret 82-103): sex, year, month, department, commune, order, key.
  {
    category: 'socialsecurity',
    pattern:
      /[1-478][ ]?\d[ ]?\d[ ]?(?:0[ ]?[1-9]|1[ ]?[0-2]|[2-9][ ]?\d)[ ]?(?:\d[ ]?\d|2[ ]?[AB])[ ]?\d[ ]?\d[ ]?\d[ ]?\d[ ]?\d[ ]?\d(?:[ ]{0,2}[-/]?[ ]{0,2}(?:cl[ée][ :]{0,4})?\d[ ]?\d)?/gi,
    needs: 'valid or context',
    isValid: (value) => checks.fr.nir(value.replace(/CLE?/, '')),
  },
  {
    category: 'socialsecurity',
    pattern: /[1-478] \d{2} (?:0[1-9]|1[0-2]|[2-9]\d) (?:\d{2}|2[AB]) \d{3} \d{3}(?: ?[-/]? ?\d{2})?/g,
    needs: 'shape',
    isValid: checks.fr.nir,
  },
  // Spain (NUSS): province, number, check digits modulo 97.
  { category: 'socialsecurity', pattern: /\d{2}[/ -]\d{7,8}[/ -]\d{2}/g, needs: 'shape', isValid: checks.es.nss },
  { category: 'socialsecurity', pattern: /\d{12}/g, needs: 'valid and context', isValid: checks.es.nss },
  // United Kingdom: national insurance number (HMRC NIM39110).
  {
    category: 'socialsecurity',
    pattern: /(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D]/g,
    needs: 'shape',
    isValid: checks.gb.nino,
    confidence: 0.85,
  },
  // Ireland: PPS number with its check letter.
  { category: 'socialsecurity', pattern: /\d{7}[ ]?[A-W][A-IW]?/g, needs: 'valid or context', isValid: checks.ie.pps },
  // United States: area not 000, 666 or 9xx, no group of zeros (SSA RM 10201.035).
  {
    category: 'socialsecurity',
    pattern: /(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}/g,
    needs: 'shape',
    confidence: 0.85,
  },
  // Belgium: rijksregister with birth date and check digits modulo 97.
  {
    category: 'socialsecurity',
    pattern: /\d{2}\.[0-1]\d\.[0-3]\d[-. ]\d{3}[-. ]\d{2}/g,
    needs: 'shape',
    isValid: checks.be.nationalNumber,
    confidence: 0.85,
  },
  { category: 'socialsecurity', pattern: /\d{11}/g, needs: 'valid', isValid: checks.be.nationalNumber },
];

/** Numbers of health insurance and patients. */
export const HEALTH_RULES: readonly PatternRule[] = [
  {
    category: 'healthid',
    pattern: /[A-Z][ \u00a0]?\d{3}[ \u00a0]?\d{3}[ \u00a0]?\d{3}/g,
    needs: 'valid or context',
    isValid: isKvnr,
  },
  {
    category: 'healthid',
    pattern: /\d{3}[ -]?\d{3}[ -]?\d{4}/g,
    needs: 'valid and context',
    isValid: isNhsNumber,
  },
  { category: 'healthid', pattern: /\d{3} \d{3} \d{4}/g, needs: 'context' },
  // Italian and other European health cards: issuer number 80 + country (EN 1867), 20 digits.
  { category: 'healthid', pattern: /80[ ]?\d{2}[ ]?\d(?:[ ]?\d){15}/g, needs: 'shape', confidence: 0.9, priority: 72 },
  // Spanish CIP-SNS: eight letters, two of the name, six digits.
  { category: 'healthid', pattern: /[B-DF-HJ-NP-TV-Z]{8}[A-Z]{2}\d{6}/g, needs: 'shape', confidence: 0.85 },
  // Catalan CIP: letters of the names, birth date, serial.
  { category: 'healthid', pattern: /[A-Z]{4}[ ]?[01]\d{6}[ ]?\d{3}(?:[ ]?\d{3})?/g, needs: 'valid or context' },
];
