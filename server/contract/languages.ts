/** Languages of detection and of the interface (ISO 639-1). Apart from common.ts, so that detection threads load no schema library. */
export const LANGUAGES = ['de', 'en', 'fr', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
