import { icaoCheckDigit } from '../shared/checkDigits.ts';
import type { PatternRule } from '../shared/patterns.ts';
import { stdnumChecks as checks } from '../shared/stdnum.ts';

/** German identity document: nine characters without vowels that could form words, and the ICAO check digit. */
function isGermanDocument(value: string): boolean {
  if (!/^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d$/.test(value)) return false;
  return icaoCheckDigit(value.slice(0, 9)) === Number(value[9]);
}

/** Spanish DNI and NIE are told from company numbers here: they name a person, so they are identity cards. */
const isSpanishPerson = (value: string): boolean => checks.es.dni(value) || checks.es.nie(value);

const FILLERS = /<{2,}|[A-Z0-9]<[A-Z0-9<]{20}/;

/** Passports, identity cards, driving licences. */
export const PAPER_RULES: readonly PatternRule[] = [
  // Machine-readable zones (ICAO Doc 9303): whole lines of 44, 36 or 30 characters.
  {
    category: 'passport',
    pattern: /P[A-Z<][A-Z]{3}[A-Z<]{25,39}/g,
    needs: 'shape',
    accept: (value) => FILLERS.test(value),
    wholeWord: false,
    confidence: 0.98,
    priority: 80,
  },
  {
    category: 'passport',
    pattern: /[A-Z0-9<]{9}[0-9][A-Z<]{3}[0-9]{7}[MFX<][0-9]{7}[A-Z0-9<]{2,16}/g,
    needs: 'shape',
    wholeWord: false,
    confidence: 0.98,
    priority: 80,
  },
  {
    category: 'idcard',
    pattern: /[IAC][A-Z<][A-Z<]{3}[A-Z0-9<]{25,31}/g,
    needs: 'shape',
    accept: (value) => /\d/.test(value) && value.includes('<'),
    wholeWord: false,
    confidence: 0.98,
    priority: 80,
  },
  {
    category: 'idcard',
    pattern: /[0-9]{7}[MFX<][0-9]{7}[A-Z<]{3}[A-Z0-9<]{12}/g,
    needs: 'shape',
    wholeWord: false,
    confidence: 0.98,
    priority: 80,
  },
  {
    category: 'idcard',
    pattern: /[A-Z<]{2,30}<<[A-Z<]{2,30}/g,
    needs: 'shape',
    accept: (value) => value.length >= 30 && value.endsWith('<'),
    wholeWord: false,
    confidence: 0.95,
    priority: 80,
  },
  // Germany (PAuswV): serial number with check digit.
  {
    category: 'idcard',
    pattern: /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}[ ]?\d/g,
    needs: 'valid',
    isValid: isGermanDocument,
    accept: (value) => /[A-Z].*[A-Z]/.test(value),
  },
  {
    category: 'idcard',
    pattern: /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?/g,
    needs: 'context',
    accept: (value) => /\d/.test(value),
  },
  // Spain: DNI and NIE with the letter modulo 23.
  {
    category: 'idcard',
    pattern: /(?:\d{8}|\d{2}[. ]\d{3}[. ]\d{3})[-. ]{0,3}[A-HJ-NP-TV-Z]/g,
    needs: 'valid or context',
    isValid: isSpanishPerson,
    context: ['idcard', 'taxid'],
  },
  {
    category: 'idcard',
    pattern: /[XYZ][-. ]?(?:\d{7}|\d[. ]\d{3}[. ]\d{3})[-. ]{0,3}[A-HJ-NP-TV-Z]/g,
    needs: 'shape',
    isValid: isSpanishPerson,
  },
  // Italy: electronic card (two letters, five digits, two letters) and paper card (two letters, seven digits).
  { category: 'idcard', pattern: /C[A-Z][ ]?\d{5}[ ]?[A-Z]{2}/g, needs: 'shape' },
  { category: 'idcard', pattern: /A[A-Z][ ]?\d{7}/g, needs: 'context' },
  // Singapore and Hong Kong.
  { category: 'idcard', pattern: /[STFGM]\d{7}[A-Z]/g, needs: 'shape' },
  { category: 'idcard', pattern: /[A-Z]{1,2}\d{6}\([0-9A]\)/g, needs: 'shape', wholeWord: false },
  // United Kingdom: driver number, 16 characters from surname, birth date and initials (DVLA).
  {
    category: 'driverlicense',
    pattern: /[A-Z9]{5}\d[0156]\d[0-3]\d\d[A-Z9]{2}\d[A-Z]{2}/g,
    needs: 'shape',
    accept: (value) => /^[A-Z]{2}/.test(value),
  },
  { category: 'driverlicense', pattern: /[A-Z]\d{3}[0-9A-Z]{6}\d[0-9A-Z]/g, needs: 'context' },
  { category: 'driverlicense', pattern: /U1[A-Z0-9]{7}[A-Z]|[A-Z]{2}\d{7}[A-Z]/g, needs: 'context' },
];
