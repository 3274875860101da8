import { describe, expect, it } from 'vitest';
import type { Language } from '../../../../contract/languages.ts';
import { createRuleEngine } from '../../../engine.ts';
import { createAgeRecognizer } from './index.ts';
import { LARGEST_AGE, spellingsOf } from '../../shared/numberWords.ts';
import { createNumberReader } from './numbers.ts';
import { createTextView } from '../../../view.ts';

const engine = createRuleEngine({ recognizers: [createAgeRecognizer()], version: { recognizers: 't', model: null } });
const ages = (text: string, language: Language): string[] =>
  engine
    .detect(text, { language, level: 'balanced', categories: { age: true }, terms: [] })
    .spans.map(({ start, end }) => text.slice(start, end));

const LANGUAGES = ['de', 'en', 'fr', 'es', 'it'] as const;
const VALUES = [2, 8, 11, 16, 18, 21, 28, 43, 58, 61, 71, 80, 88, 91, 99, 101] as const;

/** Ways to say an age of N years; `#` stands for the number. */
const SAID: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'die #-jährige Zeugin',
    'Sie ist # Jahre alt.',
    'ein # Jahre alter Mann',
    'im Alter von # Jahren',
    'Alter: # Jahre',
    'er wird #, sagt sie',
    'ich bin # und gesund',
    'trotz seiner # Jahre noch flink',
    'Er starb mit # Jahren.',
    'Sie ist mit # verstorben.',
    'mit ihren # noch aufmerksam',
  ],
  en: [
    'a #-year-old boy',
    'He is # years old.',
    'aged #, of Leeds',
    'at the age of #',
    'she turned # last week',
    "she's #, he is not",
    'my aunt, who is #, wrote',
    'He died at # of a stroke.',
    'being # years of age',
  ],
  fr: [
    'âgée de # ans',
    'âgé d’environ # ans',
    'à l’âge de # ans',
    'Il a # ans.',
    'quand elle avait # ans',
    'vous avez # ans et',
    'elle fêtera ses # ans le 20',
    'morte à # ans',
    'malgré mes # ans,',
    '# ans, marié',
  ],
  es: [
    'de # años, vecino',
    'tiene # años.',
    'cuando tenía # años',
    '# años de edad',
    'murió a los # años',
    'a mis # años ya no subo',
    'Edad: # años',
    'el lunes cumple #.',
    'con # años recién cumplidos',
  ],
  it: [
    'di # anni,',
    'ha # anni',
    'che all’epoca aveva # anni e',
    'morto a # anni',
    'di anni #, operaio',
    'domani compie #!',
    'il nonno ne ha #, povero',
    'i suoi # anni,',
    'all’età di # anni',
  ],
};

describe('numbers in words', () => {
  it.each(LANGUAGES)('are read back up to the largest age: %s', (language) => {
    const reader = createNumberReader();
    for (let value = 1; value <= LARGEST_AGE; value += 1) {
      for (const words of spellingsOf(value, language)) {
        const found = reader(createTextView(`${words}, so`, language), 0);
        expect([words, found?.value, found?.end]).toEqual([words, value, words.length]);
        expect(found?.languages).toContain(language);
      }
    }
  });

  it.each(['43.12.', '43:00', '43/44', '43 %', '№43', '€ 43', '3.43', 'A-43', '043', '121', '43°'])(
    'are no ages as parts of something else: %s',
    (written) => {
      expect(ages(`sie wird ${written}`, 'de')).toEqual([]);
    },
  );
});

describe('ages of people', () => {
  const cases = LANGUAGES.flatMap((language) => SAID[language].map((form) => [language, form] as const));
  it.each(cases)('%s: %s', (language, form) => {
    for (const value of VALUES) {
      for (const number of [String(value), spellingsOf(value, language)[0]!]) {
        const text = form.replace('#', number);
        expect([text, ages(text, language).some((found) => found.includes(number))]).toEqual([text, true]);
      }
    }
  });

  it.each([
    ['de', 'die Dreizehnjährige', 'Dreizehnjährige'],
    ['de', 'der dreiundvierzigjährige Mann', 'dreiundvierzigjährige'],
    ['de', 'ein Mittvierziger kam', 'Mittvierziger'],
    ['de', 'Er ist Mitte dreißig.', 'Mitte dreißig'],
    ['de', 'in seinem 26. Lebensjahr', '26. Lebensjahr'],
    ['de', 'vier Monate alt', 'vier Monate alt'],
    ['de', 'ein sechsmonatiges Baby', 'sechsmonatiges'],
    ['de', 'die übrigens einundachtzig ist', 'einundachtzig'],
    ['de', '| Schmid | 83 J. | Sturz', '83 J.'],
    ['en', 'in her late sixties', 'late sixties'],
    ['en', 'an octogenarian neighbour', 'octogenarian'],
    ['en', 'pt (43F) seen', '43F'],
    ['en', 'a 43 y/o man', '43 y/o'],
    ['en', 'ten months old', 'ten months old'],
    ['en', 'male, 20 to 25 years old, slim', '20 to 25 years old'],
    ['de', 'ein Mann, 30 bis 40 Jahre alt', '30 bis 40 Jahre alt'],
    ['es', 'hermana fallecida de ictus a los 66.', '66'],
    ['fr', 'considère qu’à 26 ans, salarié', '26 ans'],
    ['fr', 'sa tante est morte à 67 ans d’un cancer', '67 ans'],
    ['it', 'deceduta a 58 anni di tumore', '58 anni'],
    ['en', 'her uncle died of a fever at 67. No', '67'],
    ['fr', 'une cinquantaine d’années', 'cinquantaine d’années'],
    ['fr', 'la soixantaine alerte', 'soixantaine'],
    ['fr', 'un voisin nonagénaire', 'nonagénaire'],
    ['fr', 'dans sa 88e année', '88e année'],
    ['fr', '(9 ans 8 mois)', '9 ans 8 mois'],
    ['es', 'una monja nonagenaria', 'nonagenaria'],
    ['es', 'un treintañero', 'treintañero'],
    ['es', 'ya pasa de los sesenta, no puede', 'sesenta'],
    ['it', 'la sessantanovenne', 'sessantanovenne'],
    ['it', 'un 19enne', '19enne'],
    ['it', 'la madre, trentaseienne, lavora', 'trentaseienne'],
    ['it', 'un ventitreenne', 'ventitreenne'],
    ['it', 'il seienne', 'seienne'],
    ['it', 'due sedicenni', 'sedicenni'],
    ['it', 'donna ultrasettantenne', 'ultrasettantenne'],
    ['it', 'una sessantina d’anni', 'sessantina d’anni'],
    ['it', 'ha tredici anni compiuti', 'tredici anni'],
    ['it', '- quanti anni ha?\n- 23, credo', '23'],
  ] as const)('%s: %s', (language, text, age) => {
    expect(ages(text, language)).toEqual([age]);
  });

  it.each([
    ['de', 'eine #-jährige Garantie'],
    ['de', 'vor # Jahren'],
    ['de', 'seit # Jahren'],
    ['de', 'mit # Jahren Laufzeit'],
    ['de', 'das #-jährige Bestehen der Firma'],
    ['de', 'die #-monatige Kündigungsfrist'],
    ['de', 'noch # Jahre Garantie'],
    ['de', 'Vollendung des #. Lebensjahres vollendet'],
    ['en', 'a # year warranty'],
    ['en', '# years ago'],
    ['en', 'worked # years for us'],
    ['en', 'attains the age of #'],
    ['en', 'under the age of #'],
    ['en', 'She is # months pregnant'],
    ['fr', 'une garantie de # ans'],
    ['fr', 'il y a # ans'],
    ['fr', 'depuis # ans'],
    ['fr', '# ans d’expérience'],
    ['fr', 'une cinquantaine de personnes, # chaises'],
    ['es', 'fallecidos a los # metros'],
    ['es', 'hace # años'],
    ['es', 'contrato de # años'],
    ['es', 'con # años de garantía'],
    ['es', 'mayores de # años'],
    ['it', 'da # anni'],
    ['it', '# anni fa'],
    ['it', 'garanzia di # anni'],
    ['it', 'minori di # anni'],
    ['it', 'una durata di # anni'],
  ] as const)('are not terms, services and rules: %s: %s', (language, form) => {
    for (const value of [3, 10, 18, 25]) {
      const text = form.replace('#', String(value));
      expect([text, ages(text, language)]).toEqual([text, []]);
    }
  });
});
