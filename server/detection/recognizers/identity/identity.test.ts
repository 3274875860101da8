import { describe, expect, it } from 'vitest';
import { structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';
import { icaoCheckDigit, isAustrianSvnr, isCheckedVin, isKvnr, isNhsNumber } from '../shared/checkDigits.ts';

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const dni = (number: number): string => String(number).padStart(8, '0') + DNI_LETTERS[number % 23]!;
/** Last digits that a check accepts. */
const completions = (prefix: string, isValid: (value: string) => boolean): string[] =>
  Array.from({ length: 10 }, (_, digit) => prefix + String(digit)).filter(isValid);

describe('check digits', () => {
  it.each([
    ['NHS number', '943476591', isNhsNumber],
    ['KVNR', 'K48215073', isKvnr],
  ] as const)('of a %s leave one last digit at most', (_name, prefix, isValid) => {
    expect(completions(prefix, isValid)).toHaveLength(1);
  });
  it('follow the published example calculations', () => {
    // NHS: 11 - (4*10 + 0*9 + 1*8 + 0*7 + 2*6 + 3*5 + 2*4 + 1*3 + 3*2) mod 11 = 7
    expect(isNhsNumber('4010232137')).toBe(true);
    // SVNR: (1*3 + 2*7 + 3*9 + 0*5 + 1*8 + 0*4 + 1*2 + 8*1 + 0*6) mod 11 = 7
    expect(isAustrianSvnr('1237010180')).toBe(true);
    // ICAO 9303: 7*5 + 3*2 + 1*0 + 7*7 + 3*2 + 1*7 = 103
    expect(icaoCheckDigit('520727')).toBe(3);
    // 49 CFR 565: seventeen ones give remainder 1
    expect(isCheckedVin('1'.repeat(17))).toBe(true);
    expect(isCheckedVin(`${'1'.repeat(8)}2${'1'.repeat(8)}`)).toBe(false);
  });
});

describe('tax numbers', () => {
  it.each([
    ['Steuernummer 143/215/70812', 'de', 'taxid: 143/215/70812'],
    ['Steuer-ID: 61 920 473 814', 'de', 'taxid: 61 920 473 814'],
    ['Codice fiscale: RSSMRA85T10A562S', 'it', 'taxid: RSSMRA85T10A562S'],
    ['UTR 12345 67890', 'en', 'taxid: 12345 67890'],
    ['numéro fiscal 30 23 217 600 053', 'fr', 'taxid: 30 23 217 600 053'],
    ['USt-IdNr. DE 136 695 976', 'de', 'vatid: DE 136 695 976'],
    ['TVA FR 83 404 833 048', 'fr', 'vatid: FR 83 404 833 048'],
    ['UID CHE-109.322.551 MWST', 'de', 'vatid: CHE-109.322.551'],
    ['ATU13585627', 'de', 'vatid: ATU13585627'],
  ] as const)('finds %j', (text, language, expected) => {
    expect(structuredFinds(text, language)).toEqual([expected]);
  });
  it('leaves dates, amounts and years', () => {
    expect(structuredFinds('Am 12.03.2024 waren 1.234.567,89 Euro fällig, 2023/2024 nicht.')).toEqual([]);
  });
});

describe('Spanish documents', () => {
  it.each([4_711_042, 51_823_907, 99_999_999])('tells the letter of %i', (number) => {
    const valid = dni(number);
    const wrong = valid.slice(0, 8) + DNI_LETTERS[(number + 1) % 23]!;
    expect(structuredFinds(`Firma: ${valid}`, 'es')).toEqual([`idcard: ${valid}`]);
    expect(structuredFinds(`Lote: ${wrong}.`, 'es').filter((find) => find.startsWith('idcard'))).toEqual([]);
  });
});

describe('social security and health', () => {
  it.each([
    ['Sozialversicherungsnummer 65 170839 J 008', 'de', 'socialsecurity: 65 170839 J 008'],
    ['AHV 756.9217.0769.85', 'de', 'socialsecurity: 756.9217.0769.85'],
    ['N° de sécurité sociale : 2 95 10 99 126 111 93', 'fr', 'socialsecurity: 2 95 10 99 126 111 93'],
    ['NI number QQ 12 34 56 C', 'en', 'socialsecurity: QQ 12 34 56 C'],
    ['SSN 219-09-9999', 'en', 'socialsecurity: 219-09-9999'],
    ['n.º de la Seguridad Social 28/12345678/40', 'es', 'socialsecurity: 28/12345678/40'],
    ['Versichertennummer: K482150731', 'de', 'healthid: K482150731'],
    ['NHS number 401 023 2137', 'en', 'healthid: 401 023 2137'],
    ['Patienten-Nr. 004711', 'de', 'healthid: 004711'],
    ['Tessera sanitaria 80380000123456789012', 'it', 'healthid: 80380000123456789012'],
  ] as const)('finds %j', (text, language, expected) => {
    expect(structuredFinds(text, language)).toEqual([expected]);
  });
});

describe('papers', () => {
  it('takes machine-readable lines whole', () => {
    const lines = ['P<D<<MUSTERFRAU<<ERIKA<<<<<<<<<<<<<<<<<<<<<<', 'C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4'];
    const finds = structuredFinds(lines.join('\n')).join('\n');
    for (const line of lines) expect(finds).toContain(line.replace(/<+$/, ''));
  });
  it('checks the digit of a German identity card', () => {
    const serial = 'L01X00T47';
    const value = serial + String(icaoCheckDigit(serial));
    const wrong = serial + String((icaoCheckDigit(serial) + 1) % 10);
    expect(structuredFinds(`Vorgelegt wurde ${value}.`)).toEqual([`idcard: ${value}`]);
    expect(structuredFinds(`Vorgelegt wurde ${wrong}.`).filter((find) => find.startsWith('idcard'))).toEqual([]);
  });
  it.each([
    ['Reisepass Nr. C4J7XK9P2', 'de', 'passport: C4J7XK9P2'],
    ['my passport (A31847206)', 'en', 'passport: A31847206'],
    ['permis de conduire n° 13AA00002', 'fr', 'driverlicense: 13AA00002'],
    ['patente di guida U1B23456CD', 'it', 'driverlicense: U1B23456CD'],
  ] as const)('finds %j', (text, language, expected) => {
    expect(structuredFinds(text, language)).toEqual([expected]);
  });
});

describe('vehicles', () => {
  it.each([
    ['Der Wagen M-AB 1234 stand davor.', 'de', 'licenseplate: M-AB 1234'],
    ['Kennzeichen: B CD 5', 'de', 'licenseplate: B CD 5'],
    ['véhicule AB-123-CD', 'fr', 'licenseplate: AB-123-CD'],
    ['targa FG 456 HJ', 'it', 'licenseplate: FG 456 HJ'],
    ['matrícula 4321 KLM', 'es', 'licenseplate: 4321 KLM'],
    ['Placas: JKM-48-17', 'es', 'licenseplate: JKM-48-17'],
    ['reg no AB12 CDE', 'en', 'licenseplate: AB12 CDE'],
    ['FIN: WVWZZZ1JZ3W386752', 'de', 'vin: WVWZZZ1JZ3W386752'],
  ] as const)('finds %j', (text, language, expected) => {
    expect(structuredFinds(text, language)).toEqual([expected]);
  });
  it('leaves laws, norms and paper sizes', () => {
    expect(structuredFinds('Nach § 1357 BGB und DIN A 4, Art. 6 DSGVO, ISO 9001.')).toEqual([]);
  });
});

describe('companies', () => {
  it.each([
    ['Amtsgericht Kiel, HRB 18263 KI', 'de', 'companyregister: HRB 18263 KI'],
    ['FN 318724 m', 'de', 'companyregister: FN 318724 m'],
    ['RCS Besançon 732 829 320', 'fr', 'companyregister: 732 829 320'],
    ['SIRET 732 829 320 00074', 'fr', 'companyregister: 732 829 320 00074'],
    ['Company No. 04711234', 'en', 'companyregister: 04711234'],
    ['REA MI-1234567', 'it', 'companyregister: MI-1234567'],
  ] as const)('finds %j', (text, language, expected) => {
    expect(structuredFinds(text, language)).toEqual([expected]);
  });
});

describe('licence plates in small letters', () => {
  it.each([
    ['mein kennzeichen hh ab 123 ist weg', 'de', 'hh ab 123'],
    ['das auto hh-ab 123', 'de', 'hh-ab 123'],
    ['plate ky58 wvt', 'en', 'ky58 wvt'],
    ['plaque : fx-207-lk', 'fr', 'fx-207-lk'],
    ['matrícula 4417 kzp', 'es', '4417 kzp'],
    ['targa gh 123 lk', 'it', 'gh 123 lk'],
  ] as const)('are found behind a label: %j', (text, language, plate) => {
    expect(structuredFinds(text, language)).toEqual([`licenseplate: ${plate}`]);
  });
  it.each([
    ['kennzeichen bis zu 20 mal', 'de'],
    ['das auto hh ab 123', 'de'],
    ['kennzeichen qq ab 123', 'de'],
    ['zimmer hh ab 123', 'de'],
    ['the plate on page 12', 'en'],
    ['matrícula de la 45', 'es'],
    ['una targa da 20 euro', 'it'],
  ] as const)('are no words before numbers: %j', (text, language) => {
    expect(structuredFinds(text, language)).toEqual([]);
  });
});
