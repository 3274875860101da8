import type { TextView } from '../../recognizer.ts';
import type { PatternRule } from '../shared/patterns.ts';
import { AUSTRIAN_DISTRICTS, GERMAN_DISTRICTS, IRISH_COUNTIES, SWISS_CANTONS } from './districts.ts';

const district = (value: string): string => /^\p{Lu}+/u.exec(value)?.[0] ?? '';

/** Words before a group of letters and digits that make it a law, a norm or a document instead of a plate. */
const NOT_A_PLATE = /(?:§|Art\.?|Abs\.?|Nr\.?|DIN|ISO|EN|VO|Az\.?:?|Reg\.?|(?:HR[AB]))[ ]?$/;
const isFree = (view: TextView, start: number): boolean => !NOT_A_PLATE.test(view.before(start, 6));

/** Licence plates of the countries whose form is telling; others need a word such as "Kennzeichen" near. */
export const PLATE_RULES: readonly PatternRule[] = [
  {
    category: 'licenseplate',
    pattern: /[A-ZÄÖÜ]{1,3}-[ ]?[A-Z]{1,2}[ -]?[1-9]\d{0,3}[EH]?/g,
    needs: 'shape',
    accept: (value, view, start) =>
      GERMAN_DISTRICTS.has(district(value)) && /\d{2}|[A-Z]{2} ?\d/.test(value) && isFree(view, start),
  },
  {
    category: 'licenseplate',
    pattern: /[A-ZÄÖÜ]{1,3}[ \u00a0:·][A-Z]{1,2}[ \u00a0-][1-9]\d{0,3}[EH]?/g,
    needs: 'shape',
    accept: (value, view, start) => GERMAN_DISTRICTS.has(district(value)) && /\d{3}/.test(value) && isFree(view, start),
    confidence: 0.6,
  },
  {
    category: 'licenseplate',
    pattern: /[A-ZÄÖÜ]{1,3}[ :·-][A-Z]{1,2}[ -]?[1-9]\d{0,3}[EH]?/g,
    needs: 'context',
    accept: (value) => GERMAN_DISTRICTS.has(district(value)),
  },
  {
    category: 'licenseplate',
    pattern: /[A-Z]{1,2}[ -][1-9]\d{2,4}[ ]?[A-Z]{1,2}/g,
    needs: 'context',
    accept: (value) => AUSTRIAN_DISTRICTS.has(district(value)),
  },
  {
    category: 'licenseplate',
    pattern: /[A-Z]{2}[ ·-][1-9]\d{0,2}[ ]?\d{1,3}/g,
    needs: 'context',
    accept: (value) => SWISS_CANTONS.has(district(value)),
  },
  // France since 2009 and Italy since 1994: two letters, three digits, two letters.
  { category: 'licenseplate', pattern: /[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}/g, needs: 'shape', confidence: 0.85 },
  {
    category: 'licenseplate',
    pattern: /[A-HJ-NP-TV-Z]{2}[ ]?\d{3}[ ]?[A-HJ-NP-TV-Z]{2}/g,
    needs: 'shape',
    accept: (_value, view) => view.language === 'it' || view.language === 'fr',
  },
  { category: 'licenseplate', pattern: /[A-HJ-NP-TV-Z]{2}[ ]?\d{3}[ ]?[A-HJ-NP-TV-Z]{2}/g, needs: 'context' },
  // Spain since 2000: four digits and three consonants.
  {
    category: 'licenseplate',
    pattern: /\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}/g,
    needs: 'shape',
    accept: (value, view, start) => view.language === 'es' && !/^(?:19|20)\d\d /.test(value) && isFree(view, start),
    confidence: 0.6,
  },
  // Great Britain since 2001: two letters, age, three letters.
  { category: 'licenseplate', pattern: /[A-HJ-PR-Y]{2}\d{2}[ ]?[A-HJ-PR-Z]{3}/g, needs: 'shape' },
  { category: 'licenseplate', pattern: /[A-HJ-NP-TV-Y]\d{1,3}[ ]?[A-HJ-PR-Y]{3}/g, needs: 'context' },
  // Ireland since 1987: year, county, number.
  {
    category: 'licenseplate',
    pattern: /\d{2}[12]?-[A-Z]{1,2}-\d{1,6}/g,
    needs: 'shape',
    accept: (value) => IRISH_COUNTIES.has(value.split('-')[1]!),
  },
  // Netherlands: three groups of letters and digits; Belgium: index, letters, digits.
  {
    category: 'licenseplate',
    pattern:
      /[A-Z]{2}-\d{3}-[A-Z]|[A-Z]-\d{3}-[A-Z]{2}|\d{2}-[A-Z]{3}-\d|\d-[A-Z]{3}-\d{2}|[A-Z]{2}-\d{2}-\d{2}|\d{2}-\d{2}-[A-Z]{2}|\d{2}-[A-Z]{2}-\d{2}|[A-Z]{2}-[A-Z]{2}-\d{2}|\d{2}-[A-Z]{2}-[A-Z]{2}/g,
    needs: 'context',
  },
  { category: 'licenseplate', pattern: /[1-9]-[A-Z]{3}-\d{3}/g, needs: 'shape' },
];
