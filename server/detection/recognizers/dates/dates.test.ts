import { describe, expect, it } from 'vitest';
import { createRuleEngine } from '../../engine.ts';
import { createStructuredRecognizers } from '../../index.ts';
import { optionsWithout, structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';

describe('dates of birth and death', () => {
  it.each([
    ['geb. 12.03.1980', 'de', '12.03.1980'],
    ['geboren am 3. März 1980 in Kiel', 'de', '3. März 1980'],
    ['Jahrgang 2009, SK Berg', 'de', '2009'],
    ['Nació en 2002, así que', 'es', '2002'],
    ['(Name)\n08.02.2015\n(Geburtsdatum)\n', 'de', '08.02.2015'],
    ['* 12.03.1980', 'de', '12.03.1980'],
    ['† 14.11.2009', 'de', '14.11.2009'],
    ['der am 19. Dezember 2023 verstorbenen', 'de', '19. Dezember 2023'],
    ['née le 1er mars 1991', 'fr', '1er mars 1991'],
    ['nacida en Sevilla el 19 de agosto de 1990', 'es', '19 de agosto de 1990'],
    ['nato a Padova (PD) il 21 giugno 1947', 'it', '21 giugno 1947'],
    ['DOB: 29 / 02 / 1992', 'en', '29 / 02 / 1992'],
    ['born on June 5th, 1983', 'en', 'June 5th, 1983'],
    [
      'nacida el ocho de mayo de mil novecientos cincuenta y uno, vecina',
      'es',
      'ocho de mayo de mil novecientos cincuenta y uno',
    ],
    [
      'né le onze janvier mille neuf cent quatre-vingt-six, adressé',
      'fr',
      'onze janvier mille neuf cent quatre-vingt-six',
    ],
    [
      'nato il ventisei settembre millenovecentocinquantasette a',
      'it',
      'ventisei settembre millenovecentocinquantasette',
    ],
    ['nació el primero de mayo de 1950, día', 'es', 'primero de mayo de 1950'],
    ['geb. 22 12 65', 'de', '22 12 65'],
    ['DOB 2007 Dec 02, slim', 'en', '2007 Dec 02'],
    ['nac. 14OCT70', 'es', '14OCT70'],
    ['Geb. 05/1990', 'de', '05/1990'],
    ['(Gabriel Ong, b. 4 Oct 1993)', 'en', '4 Oct 1993'],
    ['the late Harold (d. Feb 3, 2023).', 'en', 'Feb 3, 2023'],
    ['(*1983, ledig)', 'de', '1983'],
    ['ist am 9. Februar nach langer Krankheit gestorben', 'de', '9. Februar'],
    ['wurde 1941 in Tuttlingen geboren', 'de', '1941'],
    ['murió el 3 de agosto de 2020', 'es', '3 de agosto de 2020'],
    ['mort au Népal le 3 octobre 1998', 'fr', '3 octobre 1998'],
  ] as const)('finds the date in %j', (text, language, date) => {
    expect(structuredFinds(text, language)).toEqual([`birthdate: ${date}`]);
  });
  it('reads a column below its header', () => {
    const text = 'Name | Geburtsdatum | Ort\n---|---|---\nA | 02.03.1938 | X\nB | 14.11.1949 | Y';
    expect(structuredFinds(text)).toEqual(['birthdate: 02.03.1938', 'birthdate: 14.11.1949']);
  });
  it('leaves other dates and impossible ones', () => {
    expect(structuredFinds('Berlin, den 12.03.2024. Die Sitzung am 3. Mai 2024 entfällt.')).toEqual([]);
    expect(structuredFinds('geb. 45.99.1980')).toEqual([]);
    expect(structuredFinds('the grave of Josiah Vane (d. 1847)', 'en')).toEqual([]);
    expect(structuredFinds('* 1983 wurde die Halle gebaut')).toEqual([]);
  });
});

describe('ordinary dates and sums', () => {
  const engine = createRuleEngine({
    recognizers: createStructuredRecognizers(),
    version: { recognizers: 't', model: null },
  });
  const finds = (text: string): string[] =>
    engine
      .detect(text, { ...optionsWithout(), language: 'de' })
      .spans.map(({ start, end, category }) => `${category}: ${text.slice(start, end)}`);
  it('are found when asked for', () => {
    expect(finds('Am 12.03.2024 und am 3. Mai 2024 zahlte sie 1.234,50 € und CHF 80.-.')).toEqual([
      'date: 12.03.2024',
      'date: 3. Mai 2024',
      'money: 1.234,50 €',
      'money: CHF 80.-',
    ]);
  });
});

describe('ages', () => {
  it.each([
    ['die 43-jährige Klägerin', 'de', '43-jährige'],
    ['sie ist vier Monate alt', 'de', 'vier Monate alt'],
    ['im Alter von 81 Jahren', 'de', '81 Jahren'],
    ['a 73-year-old man', 'en', '73-year-old'],
    ['aged 43, of Leeds', 'en', '43'],
    ['âgée de 81 ans', 'fr', '81 ans'],
    ['de 43 años,', 'es', '43 años'],
    ['di 43 anni', 'it', '43 anni'],
    ['Oma wird 65, wir feiern', 'de', '65'],
    ['ich bin 24 und suche', 'de', '24'],
    ['starb mit 52 Jahren', 'de', '52 Jahren'],
    ['mit 19 Jahren zog sie fort', 'de', '19 Jahren'],
    ['she’s 31, he is not', 'en', '31'],
    ['Paul a 7 ans.', 'fr', '7 ans'],
    ['el lunes cumple 45.', 'es', '45'],
    ['domani compie 80!', 'it', '80'],
  ] as const)('finds the age in %j', (text, language, age) => {
    expect(structuredFinds(text, language)).toEqual([`age: ${age}`]);
  });
  it.each([
    ['Garantie von 5 Jahren', 'de'],
    ['Schalter 4 hat zu', 'de'],
    ['contrato de 5 años', 'es'],
    ['un préavis de trois mois', 'fr'],
    ['preavviso di tre mesi', 'it'],
    ['mit 30 Jahren Erfahrung', 'de'],
    ['mit 10 Jahren Laufzeit', 'de'],
    ['es wird 20 Grad warm', 'de'],
    ['das wird 12,50 Euro kosten', 'de'],
    ['I’m 100% sure', 'en'],
    ['Il y a 5 ans, elle partait', 'fr'],
    ['elle a 10 ans d’expérience', 'fr'],
    ['cumple 45 requisitos', 'es'],
  ] as const)('leaves %j', (text, language) => {
    expect(structuredFinds(text, language)).toEqual([]);
  });
});
