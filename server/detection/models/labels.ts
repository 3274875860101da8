import { isBuiltInCategory, type BuiltInCategory } from '../../contract/categoryTable.ts';

/**
 * Categories of the labels that public models use, in upper case without separators: CoNLL and OntoNotes, the court decisions of
 * LER, the medical sets i2b2 and MEDDOCAN, and the label sets of synthetic personal data. What is not listed is ignored.
 */
const CATEGORIES_BY_LABEL = Object.freeze({
  person:
    'PER PERSON PERS NAME FIRSTNAME GIVENNAME MIDDLENAME LASTNAME SURNAME FULLNAME PATIENT DOCTOR STAFF RR AN NOMBRESUJETOASISTENCIA NOMBREPERSONALSANITARIO FAMILIARESSUJETOASISTENCIA',
  organization: 'ORG ORGANIZATION ORGANISATION COMPANY COMPANYNAME HOSPITAL HOSP UN INN INSTITUCION',
  location: 'LOC LOCATION GPE CITY TOWN COUNTY STATE COUNTRY REGION LD ST LDS TERRITORIO PAIS',
  address:
    'ADDRESS STREET STREETADDRESS STREETNAME BUILDINGNUMBER BUILDINGNUM SECONDARYADDRESS ZIPCODE ZIP POSTCODE POSTALCODE STR CALLE',
  email: 'EMAIL EMAILADDRESS CORREOELECTRONICO',
  phone: 'PHONE PHONENUMBER TELEPHONENUM TELEPHONE MOBILE FAX FAXNUMBER NUMEROTELEFONO NUMEROFAX',
  url: 'URL WEBSITE',
  ip: 'IP IPADDRESS IPV4 IPV6',
  mac: 'MAC MACADDRESS',
  username: 'USERNAME USER LOGIN ACCOUNTNAME',
  secret: 'PASSWORD PASS PIN SECRET APIKEY CREDITCARDCVV CVV',
  birthdate: 'DOB DATEOFBIRTH BIRTHDATE BIRTHDAY',
  date: 'DATE FECHAS',
  age: 'AGE EDADSUJETOASISTENCIA',
  iban: 'IBAN',
  bic: 'BIC SWIFT SWIFTCODE',
  creditcard: 'CREDITCARD CREDITCARDNUMBER CREDITDEBITCARD',
  bankaccount: 'ACCOUNTNUMBER ACCOUNTNUM BANKACCOUNT',
  taxid: 'TAXID TAXNUM TAXNUMBER',
  vatid: 'VATID VATNUMBER',
  socialsecurity: 'SSN SOCIALNUM SOCIALNUMBER SOCIALSECURITYNUMBER',
  healthid: 'HEALTHPLAN HEALTHID MEDICALRECORD IDSUJETOASISTENCIA IDASEGURAMIENTO',
  passport: 'PASSPORT PASSPORTNUM PASSPORTNUMBER',
  idcard: 'IDCARD IDCARDNUM IDCARDNUMBER',
  driverlicense: 'DRIVERLICENSE DRIVERLICENSENUM DRIVERSLICENSE',
  licenseplate: 'VEHICLEVRM LICENSEPLATE PLATE',
  vin: 'VEHICLEVIN VIN',
  casenumber: 'CASENUMBER DOCKETNUMBER',
  reference: 'ID IDNUM IDNUMBER REFERENCE CODE CUSTOMERID',
  coordinates: 'COORDINATES NEARBYGPSCOORDINATE GPS',
  deviceid: 'DEVICE DEVICEID IMEI PHONEIMEI',
  money: 'MONEY AMOUNT',
} as const) satisfies Partial<Record<BuiltInCategory, string>>;

const TABLE: ReadonlyMap<string, BuiltInCategory> = new Map(
  Object.entries(CATEGORIES_BY_LABEL).flatMap(([category, labels]) =>
    labels.split(' ').flatMap((label) => (isBuiltInCategory(category) ? [[label, category] as const] : [])),
  ),
);

/** Category of a model's label (without position): the setting decides, then the table; null ignores it. */
export function categoryOfLabel(
  label: string,
  settings: Readonly<Record<string, BuiltInCategory | null>>,
): BuiltInCategory | null {
  if (Object.hasOwn(settings, label)) return settings[label]!;
  return TABLE.get(label.toUpperCase().replace(/[^A-Z0-9]/g, '')) ?? null;
}

/** A tag such as `B-PER`. */
export interface Tag {
  /** Label without position; null for "outside". */
  readonly label: string | null;
  /** `begin`: always starts a find (B, S, U). `end`: always ends one (E, L, S, U). */
  readonly begin: boolean;
  readonly end: boolean;
}

/** Reads a tag of the schemes BIO, BIOES, BILOU and plain labels. */
export function parseTag(tag: string): Tag {
  if (tag === 'O' || tag === '') return { label: null, begin: false, end: false };
  const [, position, label] = /^([BIESLU])[-_](.+)$/.exec(tag) ?? [];
  if (position === undefined || label === undefined) return { label: tag, begin: false, end: false };
  return { label, begin: 'BSU'.includes(position), end: 'ESLU'.includes(position) };
}
