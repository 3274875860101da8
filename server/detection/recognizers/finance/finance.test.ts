import { describe, expect, it } from 'vitest';
import { structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';
import { remainder } from '../shared/checkDigits.ts';

/** Completes a card number by the digit that makes the Luhn sum a multiple of ten. */
function luhn(partial: string): string {
  let sum = 0;
  partial
    .split('')
    .reverse()
    .forEach((digit, index) => {
      const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
      sum += product > 9 ? product - 9 : product;
    });
  return partial + String((10 - (sum % 10)) % 10);
}

/** An IBAN with the check digits of ISO 7064 mod 97-10. */
function iban(country: string, account: string): string {
  const numeric = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return country + String(98 - remainder(numeric, 97)).padStart(2, '0') + account;
}
const grouped = (value: string): string => value.replace(/(.{4})(?=.)/g, '$1 ');

describe('IBAN', () => {
  const german = iban('DE', '370400440000123456');
  const italian = iban('IT', 'X0542811101000000654321');
  it.each([
    german,
    grouped(german),
    italian,
    grouped(italian),
    german.toLowerCase(),
    grouped(german).replaceAll(' ', '\u00a0'),
  ])('finds %s', (value) => {
    expect(structuredFinds(`Bitte auf ${value} überweisen.`)).toEqual([`iban: ${value}`]);
  });
  it('bridges a line break', () => {
    const value = grouped(german).replace(/^(.{14}) /, '$1\n');
    expect(structuredFinds(`Konto ${value}.`)).toEqual([`iban: ${value}`]);
  });
  it('takes a mistyped number with less confidence, and leaves other lengths and longer words', () => {
    const mistyped = `${german.slice(0, 20)}${String((Number(german[20]) + 1) % 10)}${german.slice(21)}`;
    expect(structuredFinds(`auf ${mistyped}`)).toEqual([`iban: ${mistyped}`]);
    expect(structuredFinds(`X${german}7`).filter((find) => find.startsWith('iban'))).toEqual([]);
    expect(structuredFinds('Die DE12 Strecke und AT99 Wien')).toEqual([]);
  });
});

describe('BIC', () => {
  it('needs a label, an IBAN nearby, or a form that no word has', () => {
    expect(structuredFinds('BIC: COLSDE33XXX')).toEqual(['bic: COLSDE33XXX']);
    expect(structuredFinds(`${iban('DE', '370400440000123456')} MARKDEFF`)).toContain('bic: MARKDEFF');
    expect(structuredFinds('WICHTIGE MITTEILUNG ABSENDER')).toEqual([]);
  });
});

describe('payment cards', () => {
  const visa = luhn('453201511283036');
  const amex = luhn('37144963539843');
  it.each([visa, grouped(visa), grouped(visa).replaceAll(' ', '-'), amex, amex.replace(/^(.{4})(.{6})/, '$1 $2 ')])(
    'finds %s',
    (value) => {
      expect(structuredFinds(`Gezahlt mit ${value} am Montag`)).toEqual([`creditcard: ${value}`]);
    },
  );
  it('leaves numbers of no issuer or with a wrong check digit', () => {
    expect(structuredFinds(`Artikel ${luhn('153201511283036')}`)).toEqual([]);
    expect(structuredFinds(`Artikel ${visa.slice(0, 15)}${String((Number(visa[15]) + 1) % 10)}`)).toEqual([]);
  });
  it('finds masked numbers', () => {
    expect(structuredFinds('Karte **** **** **** 4711')).toEqual(['creditcard: **** **** **** 4711']);
  });
});

describe('national accounts', () => {
  it.each([
    ['Kontonummer 1234567890, BLZ 370 400 44', 'de', ['1234567890', '370 400 44']],
    ['Sort code 20-31-44, account number 55779911', 'en', ['20-31-44', '55779911']],
    ['numéro de compte 12345678901', 'fr', ['12345678901']],
    ['conto corrente n. 0012345678 ABI 03069 CAB 09606', 'it', ['0012345678', '03069', '09606']],
  ] as const)('finds the numbers of %j', (text, language, numbers) => {
    expect(structuredFinds(text, language)).toEqual(numbers.map((number) => `bankaccount: ${number}`));
  });
  it('checks the key of a French and the digits of a Spanish account', () => {
    const key = 97 - ((89 * 30004 + 15 * 213 + 3 * 12345678901) % 97);
    expect(structuredFinds(`30004 00213 12345678901 ${String(key).padStart(2, '0')}`, 'fr')).toContain(
      `bankaccount: 30004 00213 12345678901 ${String(key).padStart(2, '0')}`,
    );
  });
});
