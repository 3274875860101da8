import type { BuiltInCategory } from '../../contract/categoryTable.ts';

/**
 * What the tagger tells apart, in the order of its outputs; class 0 is "nothing", so category i is class i + 1. The order is
 * part of every trained model: append, never reorder.
 */
export const TAGGER_CATEGORIES = Object.freeze([
  'person',
  'organization',
  'location',
  'address',
  'email',
  'phone',
  'url',
  'ip',
  'mac',
  'username',
  'secret',
  'birthdate',
  'age',
  'iban',
  'bic',
  'creditcard',
  'bankaccount',
  'taxid',
  'vatid',
  'socialsecurity',
  'healthid',
  'passport',
  'idcard',
  'driverlicense',
  'licenseplate',
  'vin',
  'companyregister',
  'casenumber',
  'reference',
  'coordinates',
  'deviceid',
] as const satisfies readonly BuiltInCategory[]);

/** Classes of the tagger: nothing, and every category. */
export const CLASS_COUNT = TAGGER_CATEGORIES.length + 1;
