/** Languages in which values are found (ISO 639-1). Apart from common.ts, so that detection threads load no schema library. */
export const LANGUAGES = ['de', 'en', 'fr', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Languages of the interface (ISO 639-1), each by its own name, as people look for it in a list they cannot read. A new one is a row here, a folder of messages
 * in renderer/i18n, and the few words that the shell and the server say themselves, which the compiler asks for.
 */
export const INTERFACE_LANGUAGES = Object.freeze({
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
} as const);
export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES;

/** The codes of {@link INTERFACE_LANGUAGES}, in their order. */
export const INTERFACE_LANGUAGE_CODES = Object.freeze(Object.keys(INTERFACE_LANGUAGES)) as readonly [
  InterfaceLanguage,
  ...InterfaceLanguage[],
];
