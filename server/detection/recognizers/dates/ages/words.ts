import type { Language } from '../../../../contract/common.ts';
import { fold } from '../../../characters.ts';
import { LARGEST_AGE, spellingsOf } from '../../shared/numberWords.ts';

/** What becomes of a word that says an age by itself. */
export interface AgeWord {
  /** What must not follow: things that last or come about after so many years. */
  readonly notBefore?: RegExp;
  /** What must follow: months and weeks are mostly terms. */
  readonly onlyBefore?: RegExp;
}

/** Nouns behind "dreijährig" that no person is: terms, jubilees, services. */
const TERMS =
  /^[ ](?:\p{Ll}+e[rnms]?[ ])?(?:\p{L}*(?:garantie|gewährleistung|laufzeit|vertrag\p{L}*|frist|ausbildung|lehre|studium|bestehen\p{L}?|jubiläum\p{L}*|zugehörigkeit|tätigkeit|erfahrung|haft|haftstrafe|freiheitsstrafe|strafe|bewährung|bewährungszeit|miet\p{L}*|bindung|dauer|zeitraum\p{L}*|projekt\p{L}*|ehe|zusammenarbeit|amtszeit|abstand|turnus|rhythmus|aufenthalt\p{L}*|pause|zeit|beschäftigung|mitgliedschaft|verjährung|vorlauf|reise|therapie|behandlung|beziehung|wartung\p{L}*|abstände\p{L}?|intervall\p{L}*|sperre|verbot\p{L}*|krankheit|abwesenheit|suche|arbeit|geschichte|tradition|forschung\p{L}*|planung\p{L}*|praxis|dienst\p{L}*|plan|kredit|darlehen\p{L}*|anlage|abonnement|abo|bauzeit|leerstand|streit\p{L}*|verfahren\p{L}?|prozess\p{L}*|betrieb\p{L}*|nutzung\p{L}*|lebensdauer|verlängerung|option|prüfung|kalender|finanzplanung))(?!\p{L})/iu;
const INFANTS =
  /^[ ](?:\p{Ll}+[ ])?(?:\p{L}*(?:baby|babys|säugling\p{L}*|sohn\p{L}*|tochter|töchter\p{L}*|kind\p{L}*|junge[n]?|mädchen|enkel\p{L}*|zwilling\p{L}*|neugeborene\p{L}*|schwester|bruder|welpe\p{L}*|bub|patient\p{L}*))(?!\p{L})/iu;

const PLAIN: AgeWord = Object.freeze({});
const YEARS_OLD: AgeWord = Object.freeze({ notBefore: TERMS });
const MONTHS_OLD: AgeWord = Object.freeze({ onlyBefore: INFANTS });

const DECADES: readonly string[] = [
  // French and English by Latin roots, Spanish and Italian by their own.
  ...'quadragénaire quinquagénaire sexagénaire septuagénaire octogénaire nonagénaire'.split(' '),
  ...'quadragenarian quinquagenarian sexagenarian septuagenarian octogenarian nonagenarian centenarian twentysomething thirtysomething fortysomething'.split(
    ' ',
  ),
  ...'cuadragenario quincuagenario sexagenario septuagenario octogenario nonagenario veinteañero quinceañero treintañero cuarentañero cincuentañero cuarentón cincuentón sesentón setentón ochentón'.split(
    ' ',
  ),
  ...'quadragenario quinquagenario settuagenario ottuagenario ultracentenario ultranovantenne'.split(' '),
];
/** Gender and number of the words above. */
const INFLECTED = (word: string): string[] =>
  word.endsWith('o')
    ? ['o', 'a', 'os', 'as', 'i', 'e'].map((end) => word.slice(0, -1) + end)
    : word.endsWith('ón')
      ? ['ón', 'ona', 'ones', 'onas'].map((end) => word.slice(0, -2) + end)
      : [word, `${word}s`];

const GERMAN_DECADES = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** "Mittvierzigerin", "Endfünfziger", "Siebziger" only with a part before it: the decade of a century is called so too. */
const germanDecades = (): string[] =>
  GERMAN_DECADES.flatMap((tens) =>
    ['anfang', 'mitt', 'end', 'mitte', 'ende', 'hoch'].flatMap((part) =>
      ['er', 'erin', 'ern', 'ers', 'erinnen'].map((end) => `${part}${tens}${end}`),
    ),
  );

const GERMAN_ENDINGS = ['', 'e', 'er', 'en', 'em', 'es', 'r'];

function build(): Map<string, AgeWord> {
  const words = new Map<string, AgeWord>();
  const put = (word: string, entry: AgeWord): void => void words.set(fold(word), entry);
  for (const word of DECADES) for (const form of INFLECTED(word)) put(form, PLAIN);
  for (const word of germanDecades()) put(word, PLAIN);
  for (let value = 1; value <= LARGEST_AGE; value += 1) {
    for (const number of [
      ...spellingsOf(value, 'de'),
      ...(value <= 12 ? [`${spellingsOf(value, 'de')[0]!}einhalb`] : []),
    ]) {
      for (const ending of GERMAN_ENDINGS) {
        put(`${number}jährig${ending}`, YEARS_OLD);
        for (const unit of ['monatig', 'wöchig', 'tägig'])
          if (value <= 24) put(`${number}${unit}${ending}`, MONTHS_OLD);
      }
    }
    // "quindicenne", "sessantanovenne": without the last vowel of the number; it stays in "ventiseienne" and "ventitreenne".
    for (const number of spellingsOf(value, 'it')) {
      if (value < 3 || !/[aeiouéo]$/.test(number)) continue;
      const stem = /(?:sei|tr[eé])$/.test(number) ? number : number.slice(0, -1);
      for (const ending of ['enne', 'enni'])
        for (const prefix of ['', 'ultra']) put(`${prefix}${stem}${ending}`, PLAIN);
    }
  }
  return words;
}

/** Looks a folded word up among those that say an age by themselves. */
export type AgeWords = (folded: string) => AgeWord | undefined;

/** Last letters of all of them; most words end otherwise and need no look-up. */
const ENDING =
  /(?:jahrig|monatig|wochig|tagig)(?:e[rnms]?|r)?$|enn[ei]$|naires?$|narians?$|something$|(?:nari|aner|ntener)[oaie]s?$|(?:ent|chent)on(?:a|es|as)?$|zig(?:er|erin|ern|ers|erinnen)$/;

/** Creates the look-up; the words are put together when the first one is asked for that ends like them. */
export function createAgeWords(): AgeWords {
  let words: Map<string, AgeWord> | undefined;
  return (folded) => (ENDING.test(folded) ? (words ??= build()).get(folded) : undefined);
}

/** Endings behind figures: "43-jährige", "43jähriger", "19enne", "6monatiges". */
export function figureEnding(ending: string): AgeWord | undefined {
  const folded = fold(ending);
  if (/^jahrig(?:e[rnms]?)?$/.test(folded)) return YEARS_OLD;
  if (/^(?:monatig|wochig|tagig)(?:e[rnms]?)?$/.test(folded)) return MONTHS_OLD;
  return /^enn[ei]$/.test(folded) ? PLAIN : undefined;
}

/** Words in every phrase of {@link DECADE_PHRASES}; these are looked for around them only. */
export const DECADE_ANCHORS: ReadonlySet<string> = new Set(
  'anfang mitte ende lebensjahr his her their my your early mid late annees vingtaine trentaine quarantaine cinquantaine soixantaine annee tantos pico trentina quarantina cinquantina sessantina settantina ottantina novantina ventina sui'.split(
    ' ',
  ),
);

/** Decades of a life in several words, by language; the group `age` is the value. */
export const DECADE_PHRASES: Readonly<Record<Language, RegExp>> = {
  de: /(?<!\p{L})(?<age>(?:Anfang|Mitte|Ende)[ ](?:(?:der|den)[ ])?(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|[2-9]0)(?:ern?)?)(?![\p{L}\p{N}]|[:.]\d)|(?<=(?<!\p{L})(?:im|in[ ](?:ihrem|seinem|meinem|deinem))[ ])(?<year>\d{1,3}\.[ ]Lebensjahr)(?![ ]vollende|\p{L})/dgiu,
  en: /(?<=(?<!\p{L})(?:his|her|their|my|your)[ ])(?<age>(?:(?:early|mid|late|very[ ]late)[ -])?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens|[2-9]0['’]?s))(?!\p{L})|(?<=[,(][ ]?(?:now[ ])?)(?<apart>(?:early|mid|late)[ -](?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens|[2-9]0['’]?s))(?=[ ]?[,).;])|(?<=(?<!\p{L})in[ ](?:his|her|my)[ ])(?<year>\d{1,3}(?:st|nd|rd|th)[ ]year)(?!\p{L})/dgiu,
  fr: /(?<=(?<!\p{L})une[ ])(?<age>(?:vingtaine|trentaine|quarantaine|cinquantaine|soixantaine)[ ]d['’]années)|(?<=(?<!\p{L})(?:la|sa|leur)[ ])(?<apart>vingtaine|trentaine|cinquantaine|soixantaine|quarantaine(?=[ ]?[,).;]|[ ](?:passée|bien|alerte|sonnée|révolue)))(?![ ]d[e'’]|\p{L})|(?<=(?<!\p{L})dans[ ](?:sa|ma)[ ])(?<year>\d{1,3}(?:e|ème)[ ]année)(?!\p{L})/dgiu,
  es: /(?<!\p{L})(?<age>(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)[ ]y[ ](?:tantos|pico)(?:[ ]años)?)(?!\p{L})/dgiu,
  it: /(?<=(?<!\p{L})una[ ])(?<age>(?:ventina|trentina|quarantina|cinquantina|sessantina|settantina|ottantina|novantina)[ ]d['’]anni)|(?<=(?<!\p{L})(?:sulla|la|verso[ ]la)[ ])(?<apart>trentina|quarantina|cinquantina|sessantina|settantina|ottantina|novantina)(?![ ]d[i'’]|\p{L})|(?<=(?<!\p{L})sui[ ])(?<year>(?:\d{2}|vent['’]?|trent['’]?|quarant['’]?|cinquant['’]?|sessant['’]?|settant['’]?|ottant['’]?|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta)(?:[ ]?anni)?)(?!\p{L})/dgiu,
};
