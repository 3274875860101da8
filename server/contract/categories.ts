import { z } from 'zod';

export { BUILT_IN_CATEGORIES, type BuiltInCategory, CATEGORY_TABLE, isBuiltInCategory } from './categoryTable.ts';

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
