import { createI18n, useI18n, type Composer, type I18n } from 'vue-i18n';
import { INTERFACE_LANGUAGE_CODES, type InterfaceLanguage } from '../../server/contract/languages.ts';
import type { MessageKey } from './messages.ts';

export type { MessageKey } from './messages.ts';

type Values = Readonly<Record<string, string | number>>;
type DateFormat = 'date' | 'dateTime' | 'time';
type NumberFormat = 'integer' | 'decimal' | 'percent';

/** The texts of the current language. */
export interface Text {
  /** A text; `values` fill its gaps, `count` chooses between the forms "one | many" and fills {count}. */
  readonly t: (key: MessageKey, values?: Values, count?: number) => string;
  /** A number as it is written in the language. */
  readonly n: (value: number, format?: NumberFormat) => string;
  /** A point in time (ISO 8601 or Date) as it is written in the language, in local time. */
  readonly d: (value: string | Date, format?: DateFormat) => string;
  /** A size in bytes, for example 1.4 MB; a kilobyte has 1024 bytes, as file managers and the limits count. */
  readonly bytes: (value: number) => string;
  /** The language shown. */
  readonly language: InterfaceLanguage;
}

type LanguageTexts = Record<string, Record<string, unknown>>;
/** One chunk per language, loaded when it is shown. */
const LOADERS = import.meta.glob<{ default: LanguageTexts }>('./*/index.ts');
const load = (language: InterfaceLanguage) => LOADERS[`./${language}/index.ts`]!();

/** In French 0 takes the form of 1 ("0 fichier"); the other languages follow the default. CLDR plural rules. */
const frenchPlural = (count: number, forms: number): number => (forms === 3 ? Math.min(count, 2) : count < 2 ? 0 : 1);

const numberFormats = {
  integer: { maximumFractionDigits: 0 },
  decimal: { maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 0 },
} as const;
const dateFormats = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
} as const;
const perLanguage = <T>(value: T): Record<InterfaceLanguage, T> =>
  Object.fromEntries(INTERFACE_LANGUAGE_CODES.map((language) => [language, value])) as Record<InterfaceLanguage, T>;

/** The language of the interface: the chosen one, else the first of the browser's that is supported, else English. */
export function pickLanguage(
  chosen: InterfaceLanguage | null,
  preferred: readonly string[] = navigator.languages,
): InterfaceLanguage {
  if (chosen) return chosen;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return (
    known.find((tag): tag is InterfaceLanguage => (INTERFACE_LANGUAGE_CODES as readonly string[]).includes(tag)) ?? 'en'
  );
}

/** Makes the text machinery with one language loaded. */
export async function createText(language: InterfaceLanguage): Promise<I18n> {
  const i18n = createI18n({
    legacy: false,
    locale: language,
    fallbackLocale: 'en',
    messages: { [language]: (await load(language)).default } as never,
    numberFormats: perLanguage(numberFormats),
    datetimeFormats: perLanguage(dateFormats),
    pluralRules: { fr: frenchPlural },
    missingWarn: import.meta.env.DEV,
    fallbackWarn: false,
    warnHtmlMessage: true,
  });
  document.documentElement.lang = language;
  return i18n;
}

/** Changes the language of the whole interface. */
export async function setLanguage(i18n: I18n, language: InterfaceLanguage): Promise<void> {
  const composer = i18n.global as unknown as Composer;
  if (!composer.availableLocales.includes(language)) {
    composer.setLocaleMessage(language, (await load(language)).default as never);
  }
  composer.locale.value = language;
  document.documentElement.lang = language;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The texts for a component; what it returns follows a change of the language. */
export function useText(): Text {
  return textFrom(useI18n({ useScope: 'global' }));
}

/** The texts outside of components. */
export function textOf(i18n: I18n): Text {
  return textFrom(i18n.global as unknown as Composer);
}

function textFrom(composer: Composer): Text {
  return {
    t: (key, values = {}, count) => (count === undefined ? composer.t(key, values) : composer.t(key, values, count)),
    n: (value, format = 'integer') => composer.n(value, format),
    d: (value, format = 'dateTime') => composer.d(typeof value === 'string' ? new Date(value) : value, format),
    bytes(value) {
      const step = value < 1 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), UNITS.length - 1);
      return new Intl.NumberFormat(composer.locale.value, {
        style: 'unit',
        unit: UNITS[step]!,
        unitDisplay: 'short',
        maximumFractionDigits: step > 1 ? 1 : 0,
      }).format(value / 1024 ** step);
    },
    get language() {
      return composer.locale.value as InterfaceLanguage;
    },
  };
}
