import type { ProtectionLevel } from '../../../contract/anonymization.ts';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE, isBuiltInCategory } from '../../../contract/categories.ts';
import type { Language } from '../../../contract/common.ts';
import { AppError } from '../../../core/errors.ts';
import type { DetectionSettings, JobOptions } from '../types.ts';

/** What a request may say about detection. */
export interface RequestedOptions {
  readonly language?: Language | undefined;
  readonly level?: ProtectionLevel | undefined;
  readonly categories?: Readonly<Record<string, boolean>> | undefined;
}

/**
 * Settles the options of a job: defaults, then the account's settings, then the request.
 * @param ownCategories - categories of the account's own terms; on unless switched off
 * @throws AppError INVALID_CATEGORY when the request names one that nobody knows
 */
export function settleOptions(
  request: RequestedOptions,
  settings: DetectionSettings,
  ownCategories: readonly string[],
): JobOptions {
  const categories: Record<string, boolean> = {};
  for (const name of BUILT_IN_CATEGORIES) categories[name] = CATEGORY_TABLE[name].enabledByDefault;
  for (const name of ownCategories) if (!isBuiltInCategory(name)) categories[name] = true;
  for (const [name, on] of Object.entries(settings.categories)) categories[name] = on;
  const known = new Set<string>([...BUILT_IN_CATEGORIES, ...ownCategories]);
  for (const [name, on] of Object.entries(request.categories ?? {})) {
    if (!known.has(name)) {
      throw new AppError('INVALID_CATEGORY', 'A category is neither built in nor one of your own terms.');
    }
    categories[name] = on;
  }
  return {
    language: request.language ?? settings.defaultLanguage,
    level: request.level ?? settings.level,
    categories,
  };
}
