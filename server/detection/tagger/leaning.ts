import { TAGGER_CATEGORIES } from './categories.ts';

/**
 * Where doubt leans to, in logits behind the temperature. Calibrated, half of the finds at the bound of a level would be false and as many
 * values right below it would show; but a value that shows is worse than a word that is masked without need.
 */
const TOWARDS_VALUES = 0.5;
/** Numbers and accounts lean further: they are seldom taken for something else, and one digit of doubt would show a whole number. */
const TOWARDS_NUMBERS_AND_ACCOUNTS = 0.6;
const NUMBERS_AND_ACCOUNTS: ReadonlySet<string> = new Set([
  'phone',
  'username',
  'secret',
  'birthdate',
  'bankaccount',
  'healthid',
  'driverlicense',
  'licenseplate',
  'companyregister',
  'casenumber',
  'reference',
  'deviceid',
] satisfies readonly (typeof TAGGER_CATEGORIES)[number][]);

/**
 * Bias of the output with the leaning in it.
 * @param bias - of "nothing", of every category, of the beginning of a value; filled up with zeros
 * @param temperature - what logits are divided by before they become probabilities
 */
export function withLeaning(bias: Float32Array, temperature: number): Float32Array {
  const leaning = Float32Array.from(bias);
  leaning[0]! -= TOWARDS_VALUES * temperature;
  TAGGER_CATEGORIES.forEach((category, index) => {
    if (NUMBERS_AND_ACCOUNTS.has(category)) leaning[1 + index]! += TOWARDS_NUMBERS_AND_ACCOUNTS * temperature;
  });
  return leaning;
}
