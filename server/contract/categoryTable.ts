/** What a category is. The parts of the product ask for these traits instead of listing categories; what is absent does not hold. */
export interface CategoryTraits {
  /** Groups categories on the screens and gives them their color. */
  readonly family: 'people' | 'places' | 'contact' | 'technical' | 'finance' | 'identity' | 'references' | 'other';
  /** The setting of a fresh account. */
  readonly enabledByDefault: boolean;
  /** Words that name somebody, something or a place; `proper`: ordinary words may be mistaken for such a name. */
  readonly name?: 'proper' | 'composed';
  /** Comes again in other forms: the surname alone, the company without its legal form. */
  readonly hasVariants?: true;
  /** Of its longer pieces each says something: a link without its ending, half a user name. */
  readonly isWritten?: true;
  /** Said in words or amounts, not in signs that people group as they like. */
  readonly isSpoken?: true;
  /** Means the same with other spaces, dots, slashes and hyphens between its parts, and without. */
  readonly hasFreeSeparators?: true;
  /** Means the same in capitals, whatever else it is compared by. */
  readonly hasFreeCase?: true;
  /** Never shorter than five characters: what is, is a piece of one or something else. */
  readonly isCode?: true;
  /** Holds a digit, however badly a scan has spoilt it. */
  readonly hasDigits?: true;
  /** Given out by offices and firms for files, cases, orders: whatever stands beside a law or is spelled in words is none. */
  readonly isFileNumber?: true;
  /** May have letters for the kind of business, the branch or the year before its digits. */
  readonly hasPrefix?: true;
  /** `part`: what an address of the internet is made of; `personal`: a number of a person, which is guessed even there. */
  readonly inAddresses?: 'part' | 'personal';
  /** Among the first that are offered when a person masks a selection. */
  readonly isCommon?: true;
}

const grouped = { hasFreeSeparators: true } as const;
/** Numbers that identify persons and things: a code with digits, grouped as anybody likes. */
const code = { isCode: true, hasDigits: true, hasFreeSeparators: true } as const;

/** Category labels of placeholders (decisions 3), in the order in which the interface lists them. */
export const CATEGORY_TABLE = Object.freeze({
  person: { family: 'people', enabledByDefault: true, name: 'proper', hasVariants: true, isCommon: true },
  organization: { family: 'people', enabledByDefault: true, name: 'proper', hasVariants: true, isCommon: true },
  location: { family: 'places', enabledByDefault: true, name: 'proper', hasVariants: true, isCommon: true },
  address: { family: 'places', enabledByDefault: true, name: 'composed', hasVariants: true, isCommon: true },
  email: { family: 'contact', enabledByDefault: true, isCode: true, isWritten: true, hasFreeCase: true },
  phone: { family: 'contact', enabledByDefault: true, ...grouped, inAddresses: 'personal' },
  url: {
    ...{ family: 'contact', enabledByDefault: true },
    ...{ isCode: true, isWritten: true, hasFreeCase: true, inAddresses: 'part' },
  },
  ip: {
    ...{ family: 'technical', enabledByDefault: true },
    ...{ isCode: true, hasDigits: true, hasFreeCase: true, inAddresses: 'part' },
  },
  mac: { family: 'technical', enabledByDefault: true, ...code, hasFreeCase: true, inAddresses: 'part' },
  username: { family: 'technical', enabledByDefault: true, hasVariants: true, isWritten: true },
  secret: { family: 'technical', enabledByDefault: true, isWritten: true },
  birthdate: { family: 'people', enabledByDefault: true },
  date: { family: 'other', enabledByDefault: false, isSpoken: true },
  age: { family: 'people', enabledByDefault: true, isSpoken: true },
  iban: { family: 'finance', enabledByDefault: true, ...code, inAddresses: 'personal' },
  bic: { family: 'finance', enabledByDefault: true, ...grouped, isCode: true },
  creditcard: { family: 'finance', enabledByDefault: true, ...code, inAddresses: 'personal' },
  bankaccount: { family: 'finance', enabledByDefault: true, ...code, inAddresses: 'personal' },
  taxid: { family: 'identity', enabledByDefault: true, ...code, inAddresses: 'personal' },
  vatid: { family: 'identity', enabledByDefault: true, ...code },
  socialsecurity: { family: 'identity', enabledByDefault: true, ...code, inAddresses: 'personal' },
  healthid: { family: 'identity', enabledByDefault: true, ...code, inAddresses: 'personal' },
  passport: { family: 'identity', enabledByDefault: true, ...code },
  idcard: { family: 'identity', enabledByDefault: true, ...code },
  driverlicense: { family: 'identity', enabledByDefault: true, ...code },
  licenseplate: { family: 'identity', enabledByDefault: true, ...grouped, hasDigits: true },
  vin: { family: 'identity', enabledByDefault: true, ...code },
  companyregister: { family: 'identity', enabledByDefault: true, ...code, hasPrefix: true },
  casenumber: { family: 'references', enabledByDefault: true, ...grouped, isFileNumber: true, hasPrefix: true },
  reference: {
    ...{ family: 'references', enabledByDefault: true, isCommon: true },
    ...{ ...grouped, isFileNumber: true, hasPrefix: true },
  },
  coordinates: { family: 'places', enabledByDefault: true, isCode: true, hasDigits: true },
  deviceid: { family: 'technical', enabledByDefault: true, ...code, hasPrefix: true },
  money: { family: 'other', enabledByDefault: false, isSpoken: true },
  custom: { family: 'other', enabledByDefault: true },
} as const satisfies Readonly<Record<string, CategoryTraits>>);

/** A category that the product itself knows. */
export type BuiltInCategory = keyof typeof CATEGORY_TABLE;
export const BUILT_IN_CATEGORIES = Object.freeze(Object.keys(CATEGORY_TABLE)) as readonly BuiltInCategory[];

/** True for a category of {@link CATEGORY_TABLE}. */
export function isBuiltInCategory(value: string): value is BuiltInCategory {
  return Object.hasOwn(CATEGORY_TABLE, value);
}

/** The categories whose traits are such, in the order of the table. An account's own categories have none. */
export function categoriesThat(are: (traits: CategoryTraits) => boolean): ReadonlySet<string> {
  return new Set(BUILT_IN_CATEGORIES.filter((name) => are(CATEGORY_TABLE[name])));
}
