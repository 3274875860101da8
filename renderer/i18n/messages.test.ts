import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createI18n, type Composer } from 'vue-i18n';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { ERROR_STATUS } from '../../server/contract/errors.ts';

interface Tree {
  [key: string]: string | Tree;
}

const files = readdirSync(new URL('en/', import.meta.url)).filter((name) => name.endsWith('.json'));
const read = (language: Language, file: string) =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, import.meta.url), 'utf8')) as Tree;

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Names of the gaps of a text, for example `count`; what stands in quotes is literal text. */
const gaps = (text: string): string[] => [...new Set(text.replace(/\{'[^']*'\}/g, '').match(/\{\w+\}/g) ?? [])].sort();
const forms = (text: string): number => text.replace(/\{'[^']*'\}/g, '').split('|').length;

/** Texts that are rightly the same as in English: names, formats and words the languages share. */
function mayBeSame(key: string, text: string): boolean {
  const words = text.replace(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu) ?? [];
  return key.endsWith('.example') || words.length <= 2;
}

/** Familiar forms of address; people are addressed formally in every language that tells the difference. */
const FAMILIAR: Partial<Record<Language, RegExp>> = {
  de: /(?<![\p{L}])(du|dich|dir|dein\p{L}*)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(tu|toi|ton|tes)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(tú|tu|tus|contigo|puedes|quieres)(?![\p{L}])/iu,
  it: /(?<![\p{L}])(tu|tuo|tua|tuoi|tue|puoi|vuoi)(?![\p{L}])/iu,
};

describe.each(files)('%s', (file) => {
  const english = flatten(read('en', file));

  it.each(LANGUAGES)('says everything in %s', (language) => {
    const texts = flatten(read(language, file));
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      expect(gaps(text), `gaps of ${key}`).toEqual(gaps(english.get(key)!));
      expect(forms(text), `plural forms of ${key}`).toBe(forms(english.get(key)!));
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('is translated into %s', (language) => {
    const same = [...flatten(read(language, file))].filter(
      ([key, text]) => text === english.get(key) && !mayBeSame(key, text),
    );
    expect(same).toEqual([]);
  });

  it.each(LANGUAGES)('addresses people formally in %s', (language) => {
    const familiar = FAMILIAR[language];
    const found = [...flatten(read(language, file))].filter(([, text]) => familiar?.test(text));
    expect(found).toEqual([]);
  });

  it.each(LANGUAGES)('can be shown in %s', (language) => {
    const name = file.replace('.json', '');
    const i18n = createI18n({
      legacy: false,
      locale: language,
      messages: { [language]: { [name]: read(language, file) } },
      missingWarn: true,
    });
    const { t } = i18n.global as unknown as Composer;
    for (const key of english.keys()) {
      const shown = t(`${name}.${key}`, { count: 2 }, 2);
      expect(shown, key).not.toBe('');
      expect(shown, key).not.toBe(`${name}.${key}`);
    }
  });
});

it.each(LANGUAGES)('has a sentence for every error in %s', (language) => {
  const errors = read(language, 'errors.json');
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.keys(ERROR_STATUS)));
});

it.each(LANGUAGES)('has a name, an example and an explanation for every category in %s', (language) => {
  const categories = flatten(read(language, 'categories.json'));
  for (const category of BUILT_IN_CATEGORIES) {
    for (const part of ['name', 'example', 'text']) expect(categories.has(`${category}.${part}`)).toBe(true);
  }
});
