import type { Recognizer } from '../../recognizer.ts';
import { isCheckedVin } from '../shared/checkDigits.ts';
import { createPatternRecognizer, type PatternRule } from '../shared/patterns.ts';
import { compact, countDigits } from '../shared/spans.ts';
import { COMPANY_RULES } from './companies.ts';
import { PAPER_RULES } from './papers.ts';
import { PLATE_RULES } from './plates.ts';
import { HEALTH_RULES, SOCIAL_RULES } from './social.ts';
import { TAX_RULES, VAT_RULES } from './tax.ts';

/** World manufacturer identifiers begin with a region; the last four characters of a vehicle number are digits (ISO 3779). */
const VIN_RULES: readonly PatternRule[] = [
  {
    category: 'vin',
    pattern: /[A-HJ-NPR-Z0-9]{17}/g,
    needs: 'shape',
    accept: (value) => {
      const digits = countDigits(value);
      return digits >= 5 && digits <= 14 && /^[A-HJ-NPR-Z1-9].{12}\d{4}$/.test(value);
    },
    isValid: (value) => isCheckedVin(compact(value)),
    priority: 55,
    confidence: 0.6,
  },
];

/** Identifiers of persons, vehicles and companies that states give out. */
export function createIdentityRecognizers(): readonly Recognizer[] {
  return [
    createPatternRecognizer('pattern:tax', [...TAX_RULES, ...VAT_RULES]),
    createPatternRecognizer('pattern:social', [...SOCIAL_RULES, ...HEALTH_RULES]),
    createPatternRecognizer('pattern:papers', PAPER_RULES),
    createPatternRecognizer('pattern:vehicles', [...PLATE_RULES, ...VIN_RULES]),
    createPatternRecognizer('pattern:companies', COMPANY_RULES),
  ];
}
