import { describe, expect, it } from 'vitest';
import { createValueMaker, grouped, VALUE_KINDS } from '../../test/helpers/detection/generatedValues.ts';
import { structuredFinds } from '../../test/helpers/detection/structuredFinds.ts';

const FRAMES: readonly ((label: string, value: string) => string)[] = [
  (label, value) => `Text davor.\n${label}: ${value}\nweiter`,
  (label, value) => `wegen ${label} ${value}, danke`,
  (label, value) => `\n${label}\n${value}\n`,
  (label, value) => `${label} ........ ${value}\n`,
  (label, value) => `| ${label} | ${value} |\n`,
  (label, value) => `Herr X (${label} ${value}) kam`,
  (label, value) => `${label}:        ${value}        Ort: x`,
  (label, value) => `${label}\t${value}\t17`,
];

/** What stays readable of a value: its letters and digits that no find covers. */
function shown(text: string, value: string): string {
  let masked = text;
  for (const find of structuredFinds(text)) {
    const found = find.slice(find.indexOf(': ') + 2);
    masked = masked.replace(found, '#'.repeat(found.length));
  }
  const at = text.indexOf(value);
  return masked.slice(at, at + value.length).replace(/[^\p{L}\p{N}]/gu, '');
}

describe('values with check digits', () => {
  it.each(Object.entries(VALUE_KINDS))(
    '%s, however grouped and labelled',
    (_, { labels, make, groups, separators }) => {
      const maker = createValueMaker(7);
      const open: string[] = [];
      for (const separator of separators) {
        for (const label of labels) {
          for (const frame of FRAMES) {
            const value = grouped(make(maker), groups, separator);
            const text = frame(label, value);
            if (shown(text, value) !== '') open.push(text);
          }
        }
      }
      expect(open).toEqual([]);
    },
  );

  it.each(['German IBAN', 'card', 'German tax id', 'codice fiscale', 'SIRET', 'IMEI', 'DNI', 'NIE'])(
    '%s without a label',
    (kind) => {
      const { make } = VALUE_KINDS[kind]!;
      const maker = createValueMaker(11);
      for (let count = 0; count < 20; count += 1) {
        const value = make(maker);
        expect(shown(`Bitte notieren Sie ${value} bis morgen.`, value)).toBe('');
      }
    },
  );
});
