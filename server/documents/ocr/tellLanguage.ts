import { LANGUAGES, type Language } from '../../contract/common.ts';

/** Fewer letters than this say nothing about a language. */
const LETTERS_NEEDED = 40;

/**
 * Makes the function that tells the language of a text by its letter sequences (eld, small database), or null when there is too little text.
 * The database takes some 50 MB, so it is loaded here and not with the module.
 */
export async function createLanguageTeller(): Promise<(text: string) => Language | null> {
  const { eld } = await import('eld/small');
  const detector = eld.newInstance();
  detector.setLanguageSubset([...LANGUAGES]);
  return (text) => {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    if (letters < LETTERS_NEEDED) return null;
    const { language } = detector.detect(text);
    return LANGUAGES.find((known) => known === language) ?? null;
  };
}
