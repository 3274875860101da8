/** Luhn check (ISO/IEC 7812-1 annex B) on a string of digits. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (digit < 0 || digit > 9) return false;
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 1 && sum % 10 === 0 && /[1-9]/.test(digits);
}

/** Remainder of a long decimal number by a small modulus. */
export function remainder(digits: string, modulus: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % modulus;
  return rest;
}

/** Value of a character of a machine-readable document: digits as they are, A = 10 … Z = 35, the filler < = 0. */
function icaoValue(character: string): number {
  return character === '<' ? 0 : parseInt(character, 36);
}

/** Check digit of ICAO Doc 9303 part 3: weights 7, 3, 1. */
export function icaoCheckDigit(field: string): number {
  const weights = [7, 3, 1];
  return Array.from(field).reduce((sum, character, index) => sum + icaoValue(character) * weights[index % 3]!, 0) % 10;
}

/** NHS number: 10 digits, the last one modulo 11 with weights 10 to 2 (NHS Data Dictionary). */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < 9; index += 1) sum += Number(digits[index]) * (10 - index);
  return (11 - (sum % 11)) % 11 === Number(digits[9]) && /[1-9]/.test(digits);
}

/** German Krankenversichertennummer (§ 290 SGB V): a letter, eight digits and a Luhn-like check digit over the letter's number. */
export function isKvnr(value: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(value)) return false;
  const letter = String(value.charCodeAt(0) - 64).padStart(2, '0');
  const digits = letter + value.slice(1, 9);
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const product = Number(digits[index]) * (index % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === Number(value[9]);
}

/** Austrian social security number: check digit in fourth place, weights 3 7 9 – 5 8 4 2 1 6 modulo 11 (ASVG § 460d practice). */
export function isAustrianSvnr(digits: string): boolean {
  if (!/^[1-9]\d{9}$/.test(digits)) return false;
  const weights = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const day = Number(digits.slice(4, 6));
  const month = Number(digits.slice(6, 8));
  return sum % 11 === Number(digits[3]) && day >= 1 && day <= 31 && month >= 1 && month <= 15;
}

/** French bank account (RIB): 97 − (89 bank + 15 branch + 3 account) mod 97 (CFONB). Letters count 1–9, 1–9, 2–9 as on the form. */
export function isRib(value: string): boolean {
  if (!/^\d{10}[A-Z0-9]{11}\d{2}$/.test(value)) return false;
  const digits = value.replace(/[A-Z]/g, (letter) => {
    const position = letter.charCodeAt(0) - 65;
    return String(position < 18 ? (position % 9) + 1 : ((position - 18) % 9) + 2);
  });
  const [bank, branch, account, key] = [
    digits.slice(0, 5),
    digits.slice(5, 10),
    digits.slice(10, 21),
    digits.slice(21),
  ];
  const sum = 89 * remainder(bank, 97) + 15 * remainder(branch, 97) + 3 * remainder(account, 97);
  return 97 - (sum % 97) === Number(key);
}

/** Spanish bank account (CCC): two check digits modulo 11 over bank and branch and over the account. */
export function isCcc(digits: string): boolean {
  if (!/^\d{20}$/.test(digits)) return false;
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const control = (part: string): number => {
    const sum = Array.from(part).reduce((total, digit, index) => total + Number(digit) * weights[index]!, 0);
    const rest = 11 - (sum % 11);
    return rest === 11 ? 0 : rest === 10 ? 1 : rest;
  };
  return control(`00${digits.slice(0, 8)}`) === Number(digits[8]) && control(digits.slice(10)) === Number(digits[9]);
}

const VIN_LETTERS: Readonly<Record<string, number>> = Object.freeze({
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
});
const VIN_WEIGHTS: readonly number[] = Object.freeze([8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]);

/** Vehicle identification number with the check digit in ninth place that North America asks for (49 CFR 565.15). */
export function isCheckedVin(vin: string): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return false;
  const sum = Array.from(vin).reduce(
    (total, character, index) => total + (VIN_LETTERS[character] ?? Number(character)) * VIN_WEIGHTS[index]!,
    0,
  );
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}

/** Chilean RUT: weights 2 to 7 from the right, modulo 11, K for 10 (SII). */
export function isChileanRut(value: string): boolean {
  if (!/^\d{7,8}[\dK]$/.test(value)) return false;
  const body = value.slice(0, -1);
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) sum += Number(body[body.length - 1 - index]) * (2 + (index % 6));
  const rest = 11 - (sum % 11);
  return value.at(-1) === (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest));
}
