import { isWholeWord } from '../../characters.ts';
import type { Recognizer } from '../../recognizer.ts';

const NUMBER_WORDS = {
  de: 'ein|eine|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)',
  en: '(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety',
  fr: 'un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|(?:vingt|trente|quarante|cinquante|soixante|quatre-vingts?)(?:(?:-| et )(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize))?',
  es: 'un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\\p{L}{3,6}|veinte|veinti\\p{L}{3,6}|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y (?:uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?',
  it: 'un|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|dicias?\\p{L}{5,6}|(?:venti?|trenta?|quaranta?|cinquanta?|sessanta?|settanta?|ottanta?|novanta?)(?:uno?|due|tr[eé]|quattro|cinque|sei|sette|otto|nove)?',
} as const;

const digits = '\\d{1,3}';
const number = (language: keyof typeof NUMBER_WORDS): string => `(?:${digits}|${NUMBER_WORDS[language]})`;
const half = '(?:[ ]?½|[.,]5|einhalb)?';

const forms: readonly string[] = [
  // German: "43-jährige", "43jähriger", "43 Jahre alt", "vier Monate alt", "im Alter von 43 Jahren", "Alter: 43"
  `${number('de')}${half}[- ]?(?:jährig|monatig|wöchig|tägig)(?:e[rnms]?)?(?![\\p{L}])`,
  `${number('de')}${half}[ \\u00a0](?:Jahre?|Monate?|Wochen?|Tage)[ ](?:alt|jung)(?:e[rnms]?)?(?![\\p{L}])`,
  `(?<=(?<!\\p{L})(?:im Alter von|Alter:|Alter von|Alter)[ ]{1,3})${number('de')}(?:[ ](?:Jahren?|Monaten?))?(?![\\p{L}\\d.,])`,
  // English: "43-year-old", "43 years old", "aged 43", "age 43", "43 yo", "43 y/o"
  `${number('en')}[- ](?:years?|months?|weeks?|days?)[- ](?:olds?|of age)(?![\\p{L}])`,
  `${digits}[ -]?(?:y\\/o|yo|yrs?\\.?(?:[ ]old)?|y\\.o\\.)(?![\\p{L}/])`,
  `(?<=(?:\\baged|\\bage|\\bage:|\\bthe age of|\\bturned|\\bturns)[ ]{1,3})${number('en')}(?![\\p{L}\\d%-]|[.,]\\d)(?:[ ](?:months?|weeks?))?`,
  // French: "âgé de 43 ans", "43 ans" behind a comma or in brackets, "à l’âge de"
  `(?<=(?:âgée?s? de|l['’]âge de|[ÂâAa]ge[ ]?:|ses|l['’]enfant de)[ ]{1,3})${number('fr')}(?:[ ](?:ans?|mois|semaines|jours))(?:[ ]et[ ]demie?)?`,
  `(?<=[(,][ ]?)${number('fr')}[ \\u00a0](?:ans|mois)(?=[ ]?[,).;])`,
  // Spanish: "de 43 años", "43 años de edad", "tiene 43 años", "edad: 43"
  `(?<=(?:\\bde|\\btiene|\\btengo|\\bcon|\\bcumple|\\bcumplió|\\bedad:?|[(,])[ ]{0,3})${number('es')}[ \\u00a0]años(?:[ ]y[ ]medio)?(?:[ ]de[ ]edad)?(?=[ ]?[,.;:)\\n]|[ ]de[ ]edad|[ ]\\p{Ll})`,
  `(?<=[Ee]dad:?[ ]{1,3})\\d{1,3}(?![\\p{L}\\d.,])`,
  // Italian: "di 43 anni", "43enne", "anni 43", "ha 43 anni", "età: 43"
  `(?<=(?:\\bdi|\\bha|\\bho|\\bcon|\\bi|\\bai|\\bcompie|[(,]|età:?)[ ]{0,3})${number('it')}[ \\u00a0]anni(?:[ ]e[ ]mezzo)?`,
  // Months are an age only where nothing else is said: "(18 mesi)", "tiene 10 meses".
  `(?<=[(][ ]?|(?<!\\p{L})(?:ha|tiene)[ ])(?:${number('it')}|${number('es')})[ \\u00a0](?:mesi|meses)(?=[ ]?[),;.])`,
  `(?:\\d{1,3}|ventenn|trentenn|quarantenn|cinquantenn|sessantenn|settantenn|ottantenn|novantenn)-?(?:enne|enni)(?![\\p{L}])`,
  `anni[ ](?:${number('it')})(?![\\p{L}\\d])`,
  `(?<=[Ee]tà:?[ ]{1,3})\\d{1,3}(?![\\p{L}\\d.,])`,
];

/**
 * Ages without a word for years, told by the verb before them, and years behind "with": "wird 65, …", "bin 24,", "she's 31", "cumple 45", "starb mit 52 Jahren".
 * No unit, amount or time may follow, behind "with" no German noun ("mit 30 Jahren Erfahrung"); "il y a 5 ans" is a span.
 */
const BY_VERB = [
  /(?<![\p{L}\p{N}])(?:wird|werde|wurde|bin|i['’]m|he['’]s|she['’]s|turning|cumple|cumplo|cumplió|cumplirá|compie|compio|compirà)[ ](?<age>\d{1,3})(?=[ ]?(?:[,.!;)](?!\d)|$|(?:und|and|y|e|et|o|oder|or)[ ]))/dgimu,
  /(?<![\p{L}\p{N}])[Mm]it[ ](?<age>(?:1[4-9]|[2-9]\d)[ ]Jahren)(?=[ ]?(?:[,.;:)]|$)|[ ]\p{Ll})/dgmu,
  /(?<![\p{L}\p{N}]|(?<!\p{L})y[ ])(?:a|ai|aura|avait|fête|fêtera)[ ](?<age>\d{1,3}[ ]ans)(?![\p{L}\p{N}]|[ ](?:d['’]|de[ ]|pour|à[ ]|après))/dgiu,
];

/** A number of years that a person can have. */
const LARGEST_AGE = 125;
/** Spans of time that are no age: a guarantee of five years, a contract of two. */
const DURATION_BEFORE =
  /(?:garant[iíz]\p{L}*|garanzia|contrat[ot]\p{L}*|contratto|dur[ée]e?|duraci[oó]n|durata|plazo|periodo|per[ií]odo|p[ée]riode|condena|pena|prisi[oó]n|experiencia|exp[ée]rience|esperienza|vigencia|engagement|obbligo|crédito|mutuo|prêt|bail|más|plus|oltre|moins|meno|menos|antigüedad|ancienneté|anzianità|últim\p{L}*|dernier\p{L}*|ultim\p{L}*|máximo|mínimo|massimo|minimo|hace|fa|depuis|desde|da|entro|dentro|tous les|cada|ogni)[ ]{1,2}(?:de|di|d['’]|los|gli|les|un)?[ ]?$/iu;

const isAge = (value: string): boolean => {
  const found = /\d+/.exec(value);
  return found === null || Number(found[0]) <= LARGEST_AGE;
};

const FORMS: readonly RegExp[] = forms.map((form) => new RegExp(form, 'giu'));
/** A word that every form has; the forms are tried around it only. */
const ANCHOR =
  /jährig|monatig|wöchig|tägig|\balt(?:e[rnms]?)?\b|\bjung|alter|years?|months?|weeks?|days?|\by\.?\/?o|\byrs?|\bag(?:ed|e|e:)\b|turn(?:ed|s)|\bans\b|\bmois\b|semaines|jours|años|meses|edad|anni|mesi|enn[ei]\b|età/gi;
const REACH_BEFORE = 70;
const REACH_AFTER = 50;

/** Ages of people in figures and words. */
export function createAgeRecognizer(): Recognizer {
  return {
    id: 'pattern:age',
    categories: ['age'],
    *recognize({ text }) {
      for (const form of BY_VERB) {
        for (const { indices } of text.matchAll(form)) {
          const [start, end] = indices!.groups!['age']!;
          if (!isAge(text.slice(start, end))) continue;
          yield { start, end, category: 'age', priority: 60, confidence: 0.7, sources: ['pattern:age'] };
        }
      }
      let triedUntil = 0;
      for (const { 0: anchor, index } of text.matchAll(ANCHOR)) {
        if (index < triedUntil) continue;
        const offset = Math.max(0, index - REACH_BEFORE);
        triedUntil = index + anchor.length + REACH_AFTER / 2;
        const window = text.slice(offset, index + anchor.length + REACH_AFTER);
        for (const form of FORMS) {
          for (const { 0: value, index: at } of window.matchAll(form)) {
            const start = offset + at;
            if (!isAge(value) || !isWholeWord(text, start, start + value.length)) continue;
            if (DURATION_BEFORE.test(text.slice(Math.max(0, start - 24), start))) continue;
            yield {
              start,
              end: start + value.length,
              category: 'age',
              priority: 60,
              confidence: 0.85,
              sources: ['pattern:age'],
            };
          }
        }
      }
    },
  };
}
