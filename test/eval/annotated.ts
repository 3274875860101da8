import type { Language } from '../../server/contract/languages.ts';

/** A marked value; offsets are UTF-16 code units of the text without marks. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** A label of {@link LABEL_CATEGORIES}, or another name where the mark is optional. */
  readonly label: string;
  /** Masking an optional mark is neither asked for nor wrong. */
  readonly required: boolean;
}

/** A text with the values that a careful reader would mask. */
export interface AnnotatedDocument {
  /** Unique within its source. */
  readonly id: string;
  /** `letters`, `office`, or the name of a corpus. */
  readonly source: string;
  /** What kind of text it is, for example "court decisions". */
  readonly domain: string;
  readonly language: Language;
  readonly text: string;
  /** In the order of the text. */
  readonly marks: readonly Mark[];
  /**
   * Categories that the marks speak about; all when absent. A corpus of names says nothing about an e-mail address in it, so finds of
   * other categories are neither right nor wrong.
   */
  readonly judged?: ReadonlySet<string>;
}

/** Labels of required marks, and the categories that name them rightly. */
export const LABEL_CATEGORIES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  PERSON: ['person'],
  ORGANIZATION: ['organization'],
  ADDRESS: ['address'],
  // A place beside a street or a postal code belongs to the address.
  LOCATION: ['location', 'address'],
  EMAIL: ['email'],
  PHONE: ['phone'],
  URL: ['url'],
  IP: ['ip'],
  MAC: ['mac'],
  USERNAME: ['username'],
  PASSWORD: ['secret'],
  DATE_OF_BIRTH: ['birthdate', 'date'],
  AGE: ['age'],
  IBAN: ['iban'],
  BIC: ['bic'],
  CREDIT_CARD: ['creditcard'],
  BANK_ACCOUNT: ['bankaccount'],
  TAX_ID: ['taxid'],
  VAT_ID: ['vatid'],
  SOCIAL_SECURITY: ['socialsecurity'],
  HEALTH_ID: ['healthid'],
  PASSPORT: ['passport'],
  ID_CARD: ['idcard'],
  DRIVER_LICENSE: ['driverlicense'],
  LICENSE_PLATE: ['licenseplate'],
  VIN: ['vin'],
  COMPANY_REGISTER: ['companyregister'],
  CASE_NUMBER: ['casenumber'],
  REFERENCE: ['reference'],
  COORDINATES: ['coordinates'],
  DEVICE_ID: ['deviceid'],
});
