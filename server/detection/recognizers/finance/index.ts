import { isValidBIC } from 'ibantools';
import type { Recognizer, TextView } from '../../recognizer.ts';
import { isCcc, isLuhn, isRib } from '../shared/checkDigits.ts';
import { createPatternRecognizer, type PatternRule } from '../shared/patterns.ts';
import { compact } from '../shared/spans.ts';
import { createIbanRecognizer } from './iban.ts';

/** Issuer ranges and lengths of payment cards (ISO/IEC 7812): Visa, Mastercard, Amex, Diners, Discover, JCB, Maestro, UnionPay. */
const ISSUERS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12})$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-59]|[689]\d)\d{11}$/,
  /^6(?:011\d{12}|5\d{14}|4[4-9]\d{13})$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^(?:50|5[6-9]|6\d)\d{10,17}$/,
];
const isIssued = (digits: string): boolean => ISSUERS.some((range) => range.test(digits));

/** ISO 9362: a bank, a country, a place; the digit or XXX keeps capitalised words out. */
const looksLikeBic = (value: string): boolean => isValidBIC(value) && (/\d/.test(value) || value.endsWith('XXX'));

/** True when an IBAN ends shortly before the place or begins shortly behind it. */
function standsByIban(view: TextView, start: number): boolean {
  return (
    /[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}[ ,;/|·–-]{1,6}$/.test(view.before(start, 60)) ||
    /^[A-Z0-9]{8,11}[ ,;/|·–-]{1,6}[A-Z]{2}\d{2}[ ]?\d{4}/.test(view.after(start, 30))
  );
}

const RULES: readonly PatternRule[] = [
  {
    category: 'creditcard',
    pattern: /\d{4}(?:[ \u00a0.-]?\d{4}){2}(?:[ \u00a0.-]?\d{4}(?:[ \u00a0.-]?\d{3})?|[ \u00a0.-]?\d{1,3})/g,
    needs: 'valid or context',
    accept: (value) => isIssued(compact(value)),
    isValid: isLuhn,
  },
  {
    // Over the end of a line only with its check digit.
    category: 'creditcard',
    pattern: /\d{4}[ \u00a0.-]?(?:\r?\n)?\d{4}[ \u00a0.-]?(?:\r?\n)?\d{4}[ \u00a0.-]?(?:\r?\n)?\d{4}/g,
    needs: 'valid',
    accept: (value) => isIssued(compact(value)),
    isValid: isLuhn,
  },
  {
    category: 'creditcard',
    pattern: /3[47]\d{2}[ \u00a0.-]?\d{6}[ \u00a0.-]?\d{5}|3[068]\d{2}[ \u00a0.-]?\d{6}[ \u00a0.-]?\d{4}/g,
    needs: 'valid or context',
    isValid: isLuhn,
  },
  {
    // Four groups of four of a known issuer are a card even with a mistyped digit.
    category: 'creditcard',
    pattern: /[2-6]\d{3}(?:([ \u00a0-])\d{4})(?:\1\d{4}){2}/g,
    needs: 'shape',
    accept: (value) => isIssued(compact(value)),
    isValid: isLuhn,
  },
  {
    category: 'creditcard',
    pattern: /\d{4,6}[xX*•]{2,9}\d{4}|(?:[xX*•]{4}[ -]){3}\d{4}/g,
    needs: 'shape',
    wholeWord: false,
  },
  {
    category: 'bic',
    pattern: /[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?/g,
    needs: 'context',
    context: ['iban', 'bic'],
    accept: isValidBIC,
  },
  {
    category: 'bic',
    pattern: /[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?/g,
    needs: 'shape',
    accept: (value, view, start) => looksLikeBic(value) || (isValidBIC(value) && standsByIban(view, start)),
  },
  {
    category: 'bankaccount',
    pattern: /\d{5}[ \u00a0]?\d{5}[ \u00a0]?[A-Z0-9]{11}[ \u00a0]?\d{2}/g,
    needs: 'valid or context',
    isValid: isRib,
  },
  { category: 'bankaccount', pattern: /\d{4}[ -]?\d{4}[ -]?\d{2}[ -]?\d{10}/g, needs: 'valid', isValid: isCcc },
  { category: 'bankaccount', pattern: /\d{2}-\d{2}-\d{2}|\d{3}-\d{3}/g, needs: 'context' },
];

/** Accounts and cards. */
export function createFinanceRecognizers(): readonly Recognizer[] {
  return [createIbanRecognizer(), createPatternRecognizer('pattern:finance', RULES)];
}
