import type { Recognizer } from '../../recognizer.ts';
import { createPatternRecognizer } from '../shared/patterns.ts';
import { countDigits } from '../shared/spans.ts';

/** Letters and digits in one word or joined by hyphens, slashes and dots, in capitals: "INC-0048213", "TGHU 435347-2". */
const CODE = /[A-Z]{1,8}(?:[-/.]?[A-Z0-9]{1,14}){1,6}/g;
const PREFIXED_CODE = /[A-Z]{2,4}[ ]\d{6,9}(?:-\d{1,3})?/g;
const DIGITS_MIN = 5;

/** Names of norms, laws, forms, products, updates, errors and currencies in front of digits. */
const PUBLIC_PREFIX =
  /^(?:DIN|ISO|EN|IEC|VDE|VDI|IEEE|RFC|ANSI|ASTM|UNE|NF|UNI|CEI|BS|EU|UE|CE|EG|BGBL|ABL|CPV|CAS|ISBN|ISSN|DOI|EUR|USD|CHF|GBP|PLZ|CP|BP|KW|HTTP|WPA|UTF|SHA|MD|USB|COVID|PUE|KB|CVE|ORA)(?![A-Z])/;

/** Codes that look like a number somebody gave out, without any word that says so: weak finds. */
export function createCodeRecognizer(): Recognizer {
  return createPatternRecognizer(
    'pattern:code',
    [CODE, PREFIXED_CODE].map((pattern) => ({
      category: 'reference',
      pattern,
      needs: 'shape',
      skipsRejected: true,
      accept: (value) => countDigits(value) >= DIGITS_MIN && !PUBLIC_PREFIX.test(value),
      priority: 35,
      confidence: 0.55,
    })),
  );
}
