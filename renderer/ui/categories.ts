import {
  BUILT_IN_CATEGORIES,
  CATEGORY_TABLE,
  isBuiltInCategory,
  type BuiltInCategory,
} from '../../server/contract/categories.ts';
import { useText } from '../i18n/index.ts';

/** Groups of categories on the screens, in their order. */
export type CategoryFamily = (typeof CATEGORY_TABLE)[BuiltInCategory]['family'];
export const CATEGORY_FAMILIES: readonly CategoryFamily[] = Object.freeze([
  ...new Set(Object.values(CATEGORY_TABLE).map((row) => row.family)),
]);

/** Family of a category; a person's own categories belong to `other`. */
export function familyOf(category: string): CategoryFamily {
  return isBuiltInCategory(category) ? CATEGORY_TABLE[category].family : 'other';
}

/** The categories of a family in the order of the table. */
export function categoriesOf(family: CategoryFamily): BuiltInCategory[] {
  return BUILT_IN_CATEGORIES.filter((name) => CATEGORY_TABLE[name].family === family);
}

/** `(category) => name` in the language of the interface; own categories are shown as they are written. */
export function useCategoryName(): (category: string) => string {
  const { t } = useText();
  return (category) => (isBuiltInCategory(category) ? t(`categories.${category}.name`) : category);
}
