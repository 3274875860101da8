import {
  BUILT_IN_CATEGORIES,
  CATEGORY_TABLE,
  type BuiltInCategory,
  type CategorySwitches,
} from '../../../server/contract/categories.ts';

/** Whether a category is replaced: the choice for these documents, else the account's, else the default. */
export function isCategoryOn(category: BuiltInCategory, chosen: CategorySwitches, account: CategorySwitches): boolean {
  return chosen[category] ?? account[category] ?? CATEGORY_TABLE[category].enabledByDefault;
}

/** The choice after switching one category; what equals the account's setting is left out. */
export function withCategory(
  category: BuiltInCategory,
  on: boolean,
  chosen: CategorySwitches,
  account: CategorySwitches,
): CategorySwitches {
  const wanted = BUILT_IN_CATEGORIES.map(
    (name) => [name, name === category ? on : isCategoryOn(name, chosen, account)] as const,
  );
  return Object.fromEntries(wanted.filter(([name, value]) => value !== isCategoryOn(name, {}, account)));
}
