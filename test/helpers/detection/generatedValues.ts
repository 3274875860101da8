import {
  isAustrianSvnr,
  isKvnr,
  isLuhn,
  isNhsNumber,
  isRib,
  remainder,
} from '../../../server/detection/recognizers/shared/checkDigits.ts';
import { stdnumChecks as checks } from '../../../server/detection/recognizers/shared/stdnum.ts';

/** Random values with right check digits; the same seed gives the same values. */
export interface ValueMaker {
  readonly digits: (count: number) => string;
  readonly letters: (count: number, from?: string) => string;
  /** Makes values until one passes the check. */
  readonly until: (make: () => string, isValid: (value: string) => boolean) => string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const TRIES_MAX = 300_000;

/** @param seed - any integer */
export function createValueMaker(seed: number): ValueMaker {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
  const letters = (count: number, from = ALPHABET): string =>
    Array.from({ length: count }, () => from[below(from.length)]!).join('');
  return {
    digits: (count) => letters(count, '0123456789'),
    letters,
    until(make, isValid) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const value = make();
        if (isValid(value)) return value;
      }
      throw new Error('no value passes the check');
    },
  };
}

/** A kind of identifier: labels that announce it, how it is made, the sizes of its groups and the marks between them. */
export interface ValueKind {
  readonly labels: readonly string[];
  readonly make: (maker: ValueMaker) => string;
  /** Group sizes; the rest is the last group. */
  readonly groups: readonly number[];
  readonly separators: readonly string[];
}

const SPACES = ['', ' ', '\u00a0', '\u202f'];

function iban({ digits, letters }: ValueMaker, country: string, form: string): string {
  const account = form.replace(/[A9]/g, (kind) => (kind === 'A' ? letters(1) : digits(1)));
  const number = (account + country + '00').replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return country + String(98 - remainder(number, 97)).padStart(2, '0') + account;
}

const ibanKind = (country: string, form: string, separators = SPACES): ValueKind => ({
  labels: ['IBAN'],
  make: (maker) => iban(maker, country, form),
  groups: [4, 4, 4, 4, 4, 4, 4],
  separators,
});

const luhn = ({ until, digits }: ValueMaker, prefix: string, length: number): string =>
  until(() => prefix + digits(length - prefix.length), isLuhn);
const day = ({ until, digits }: ValueMaker): string =>
  until(
    () => digits(2),
    (value) => +value >= 1 && +value <= 28,
  );
const month = ({ until, digits }: ValueMaker): string =>
  until(
    () => digits(2),
    (value) => +value >= 1 && +value <= 12,
  );

/** Identifiers with check digits, or with an unmistakable shape, as people write them. */
export const VALUE_KINDS: Readonly<Record<string, ValueKind>> = Object.freeze({
  'German IBAN': ibanKind('DE', '9'.repeat(18), [...SPACES, '-', '.', '\n']),
  'French IBAN': ibanKind('FR', '9999999999999A999999999', [...SPACES, '\n']),
  'Spanish IBAN': ibanKind('ES', '9'.repeat(20), [...SPACES, '\n']),
  'Italian IBAN': ibanKind('IT', `A${'9'.repeat(22)}`),
  'British IBAN': ibanKind('GB', `AAAA${'9'.repeat(14)}`),
  'Austrian IBAN': ibanKind('AT', '9'.repeat(16)),
  'Swiss IBAN': ibanKind('CH', '9'.repeat(17)),
  card: {
    labels: ['Kreditkarte', 'card number', 'tarjeta'],
    make: (maker) => luhn(maker, '4', 16),
    groups: [4, 4, 4],
    separators: [...SPACES, '-', '.', '\n'],
  },
  'Amex card': { labels: ['Amex'], make: (maker) => luhn(maker, '37', 15), groups: [4, 6], separators: SPACES },
  'German tax id': {
    labels: ['Steuer-ID', 'IdNr.'],
    make: ({ until, digits }) => until(() => digits(11), checks.de.idnr),
    groups: [2, 3, 3],
    separators: SPACES,
  },
  'German pension number': {
    labels: ['Rentenversicherungsnummer', 'SV-Nr.'],
    make: (maker) =>
      maker.until(
        () => maker.digits(2) + day(maker) + month(maker) + maker.digits(2) + maker.letters(1) + maker.digits(3),
        checks.de.svnr,
      ),
    groups: [2, 6, 1],
    separators: SPACES,
  },
  'Austrian social security number': {
    labels: ['SVNR', 'Sozialversicherungsnummer'],
    make: (maker) => maker.until(() => maker.digits(4) + day(maker) + month(maker) + maker.digits(2), isAustrianSvnr),
    groups: [4],
    separators: [...SPACES, '/'],
  },
  'German insurance number': {
    labels: ['Versichertennummer', 'KVNR'],
    make: ({ until, letters, digits }) => until(() => letters(1) + digits(9), isKvnr),
    groups: [1, 3, 3],
    separators: SPACES,
  },
  'Swiss social security number': {
    labels: ['AHV-Nr.'],
    make: ({ until, digits }) => until(() => `756${digits(10)}`, checks.ch.ahv),
    groups: [3, 4, 4],
    separators: ['', '.', ' '],
  },
  'French social security number': {
    labels: ['NIR', 'N° de sécurité sociale'],
    make: (maker) => maker.until(() => `1${maker.digits(2)}${month(maker)}75${maker.digits(8)}`, checks.fr.nir),
    groups: [1, 2, 2, 2, 3, 3],
    separators: SPACES,
  },
  SIRET: {
    labels: ['SIRET'],
    make: (maker) => maker.until(() => luhn(maker, '', 9) + maker.digits(5), isLuhn),
    groups: [3, 3, 3],
    separators: SPACES,
  },
  'French VAT id': {
    labels: ['TVA'],
    make: ({ until, digits }) => until(() => `FR${digits(11)}`, checks.fr.tva),
    groups: [4, 3, 3],
    separators: SPACES,
  },
  'French bank account': {
    labels: ['RIB'],
    make: ({ until, digits }) => until(() => digits(23), isRib),
    groups: [5, 5, 11],
    separators: SPACES,
  },
  DNI: {
    labels: ['DNI', 'NIF'],
    make: ({ until, letters, digits }) => until(() => digits(8) + letters(1), checks.es.dni),
    groups: [8],
    separators: ['', '-', ' '],
  },
  NIE: {
    labels: ['NIE'],
    make: ({ until, letters, digits }) => until(() => letters(1, 'XYZ') + digits(7) + letters(1), checks.es.nie),
    groups: [1, 7],
    separators: ['', '-', ' '],
  },
  CIF: {
    labels: ['CIF'],
    make: ({ until, letters, digits }) => until(() => letters(1, 'ABGHU') + digits(8), checks.es.cif),
    groups: [1],
    separators: ['', '-'],
  },
  'Spanish social security number': {
    labels: ['NAF', 'NUSS'],
    make: ({ until, digits }) => until(() => digits(12), checks.es.nss),
    groups: [2, 8],
    separators: ['', ' ', '/'],
  },
  'codice fiscale': {
    labels: ['C.F.', 'Codice fiscale'],
    make: (maker) =>
      maker.until(() => {
        const { letters, digits } = maker;
        return `${letters(6, 'BCDFGLMNPRST')}${digits(2)}${letters(1, 'ABCDEHLMPRST')}${day(maker)}H${digits(3)}${letters(1)}`;
      }, checks.it.codiceFiscale),
    groups: [3, 3, 5, 5],
    separators: [...SPACES, '\n'],
  },
  'Italian VAT id': {
    labels: ['P. IVA', 'Partita IVA'],
    make: ({ until, digits }) => until(() => digits(11), checks.it.iva),
    groups: [],
    separators: [''],
  },
  'British insurance number': {
    labels: ['NI number'],
    make: ({ until, letters, digits }) => until(() => letters(2) + digits(6) + letters(1, 'ABCD'), checks.gb.nino),
    groups: [2, 2, 2, 2],
    separators: SPACES,
  },
  'NHS number': {
    labels: ['NHS number'],
    make: ({ until, digits }) => until(() => digits(10), isNhsNumber),
    groups: [3, 3],
    separators: [...SPACES, '-'],
  },
  'Irish PPS number': {
    labels: ['PPS number'],
    make: ({ until, letters, digits }) => until(() => digits(7) + letters(1), checks.ie.pps),
    groups: [7],
    separators: SPACES,
  },
  'Dutch citizen number': {
    labels: ['BSN'],
    make: ({ until, digits }) => until(() => digits(9), checks.nl.bsn),
    groups: [4, 2],
    separators: ['', '.'],
  },
  IMEI: { labels: ['IMEI'], make: (maker) => luhn(maker, '35', 15), groups: [2, 6, 6], separators: ['', '-', ' '] },
});

/** The value in groups. */
export function grouped(value: string, sizes: readonly number[], separator: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at + size >= value.length) break;
    parts.push(value.slice(at, at + size));
    at += size;
  }
  return [...parts, value.slice(at)].join(separator);
}
