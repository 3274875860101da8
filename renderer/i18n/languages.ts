import type { Language } from '../../server/contract/common.ts';

/** Each language by its own name, as people look for it in a list they cannot read. */
export const LANGUAGE_NAMES = Object.freeze({
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
} as const) satisfies Readonly<Record<Language, string>>;
