import { z } from 'zod';

/**
 * Category labels of placeholders (decisions 3), in the order in which the interface lists them.
 * `enabledByDefault` is the setting of a fresh account; `family` groups them on the screens.
 */
export const CATEGORY_TABLE = Object.freeze({
  person: { family: 'people', enabledByDefault: true },
  organization: { family: 'people', enabledByDefault: true },
  location: { family: 'places', enabledByDefault: true },
  address: { family: 'places', enabledByDefault: true },
  email: { family: 'contact', enabledByDefault: true },
  phone: { family: 'contact', enabledByDefault: true },
  url: { family: 'contact', enabledByDefault: true },
  ip: { family: 'technical', enabledByDefault: true },
  mac: { family: 'technical', enabledByDefault: true },
  username: { family: 'technical', enabledByDefault: true },
  secret: { family: 'technical', enabledByDefault: true },
  birthdate: { family: 'people', enabledByDefault: true },
  date: { family: 'other', enabledByDefault: false },
  age: { family: 'people', enabledByDefault: true },
  iban: { family: 'finance', enabledByDefault: true },
  bic: { family: 'finance', enabledByDefault: true },
  creditcard: { family: 'finance', enabledByDefault: true },
  bankaccount: { family: 'finance', enabledByDefault: true },
  taxid: { family: 'identity', enabledByDefault: true },
  vatid: { family: 'identity', enabledByDefault: true },
  socialsecurity: { family: 'identity', enabledByDefault: true },
  healthid: { family: 'identity', enabledByDefault: true },
  passport: { family: 'identity', enabledByDefault: true },
  idcard: { family: 'identity', enabledByDefault: true },
  driverlicense: { family: 'identity', enabledByDefault: true },
  licenseplate: { family: 'identity', enabledByDefault: true },
  vin: { family: 'identity', enabledByDefault: true },
  companyregister: { family: 'identity', enabledByDefault: true },
  casenumber: { family: 'references', enabledByDefault: true },
  reference: { family: 'references', enabledByDefault: true },
  coordinates: { family: 'places', enabledByDefault: true },
  deviceid: { family: 'technical', enabledByDefault: true },
  money: { family: 'other', enabledByDefault: false },
  custom: { family: 'other', enabledByDefault: true },
} as const);

/** A category that the product itself knows. */
export type BuiltInCategory = keyof typeof CATEGORY_TABLE;
export const BUILT_IN_CATEGORIES = Object.freeze(Object.keys(CATEGORY_TABLE)) as readonly BuiltInCategory[];

/** Label in a placeholder: a built-in category or an account's own one. ASCII so that it survives any channel. */
export const CATEGORY_PATTERN = /^[a-z][a-z0-9_]{0,30}$/;
export const category = z
  .string()
  .regex(CATEGORY_PATTERN)
  .meta({ id: 'Category', description: 'Category label: a built-in one or an own lower-case name.' });

/** Category to on/off; what it names overrides the less specific setting. */
export const categorySwitches = z
  .record(z.string().regex(CATEGORY_PATTERN), z.boolean())
  .meta({ id: 'CategorySwitches', description: 'Category → whether it is replaced.' });
export type CategorySwitches = z.output<typeof categorySwitches>;

/** True for a category of {@link CATEGORY_TABLE}. */
export function isBuiltInCategory(value: string): value is BuiltInCategory {
  return Object.hasOwn(CATEGORY_TABLE, value);
}
