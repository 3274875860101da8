import { categoriesThat } from '../../../../server/contract/categoryTable.ts';
/** Categories offered first when a person masks a selection, most common first. */
const COMMON = [...categoriesThat(({ isCommon }) => isCommon === true)];

/** How many are offered as buttons. */
const OFFERED = 5;

const PATTERNS: readonly (readonly [RegExp, string])[] = Object.freeze([
  [/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'email'],
  [/^(https?:\/\/|www\.)\S+$/i, 'url'],
  [/^[A-Z]{2}\d{2}[\dA-Z ]{11,}$/, 'iban'],
  [/^\+?[\d\s()/.-]{6,}$/, 'phone'],
  [/\d{4,5}\s+\p{L}|\p{L}\s+\d+\s?[a-z]?$/u, 'address'],
  [/\d/, 'reference'],
]);

/**
 * The categories to offer for a selected text: what its shape suggests, what was chosen last, then the common ones.
 * The first one is what Enter takes.
 */
export function suggestCategories(text: string, last: string | null): readonly string[] {
  const shape = PATTERNS.find(([pattern]) => pattern.test(text.trim()))?.[1];
  const ordered = [shape, last, ...COMMON].filter((category) => category !== undefined && category !== null);
  return [...new Set(ordered)].slice(0, OFFERED);
}
