import { isValidIBAN } from 'ibantools';
import { isWordBefore } from '../../characters.ts';
import type { Candidate, Recognizer } from '../../recognizer.ts';
import { remainder } from '../shared/checkDigits.ts';
import { ibanEndAt } from '../shared/iban.ts';
import { compact, countDigits } from '../shared/spans.ts';

/** Country code, check digits and the beginning of the account number; the rest is read by the country's length. */
const START = /[A-Z]{2}[ ]?[0-9OI]{2}(?=[ \u00a0.\-–_\n\r]{0,3}[A-Z0-9])/gi;
const LINE_BREAK = /[\n\r]/;

/**
 * International bank account numbers (ISO 13616), with or without groups, also over a line break. A number with the right
 * country and length but wrong check digits is reported with less confidence: a mistyped account is still an account.
 */
export function createIbanRecognizer(): Recognizer {
  return {
    id: 'checksum:iban',
    categories: ['iban'],
    *recognize({ text }) {
      let readUntil = 0;
      for (const { index } of text.matchAll(START)) {
        if (index < readUntil || isWordBefore(text, index)) continue;
        const end = ibanEndAt(text, index);
        const found = end < 0 ? undefined : judge(text.slice(index, end), index, end);
        if (found === undefined) continue;
        readUntil = found.end;
        yield found;
      }
    },
  };
}

/** Check digits of ISO 13616, by ISO/IEC 7064 MOD 97-10, letters as 10 to 35. */
function hasCheckDigits(value: string): boolean {
  const turned = value.slice(4) + value.slice(0, 4);
  return (
    remainder(
      turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)),
      97,
    ) === 1
  );
}

function judge(written: string, start: number, end: number): Candidate | undefined {
  const value = compact(written);
  const found = { start, end, category: 'iban' };
  // National check digits inside the account number may be wrong.
  if (isValidIBAN(value) || hasCheckDigits(value))
    return { ...found, priority: 80, confidence: 0.99, sources: ['checksum:iban'] };
  // Without the check digits a shape must be strict: capitals, one line, mostly digits.
  if (LINE_BREAK.test(written) || written !== written.toUpperCase() || countDigits(value) < value.length / 2)
    return undefined;
  return { ...found, priority: 65, confidence: 0.75, sources: ['shape:iban'] };
}
