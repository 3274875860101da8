import type { Language } from '../../../../contract/common.ts';
import type { AgeNumber } from './numbers.ts';

/** Words between a phrase and the number that change nothing: "âgé d'environ 70 ans", "wird bald 50", "de unos 60". */
export const ABOUT =
  "(?:(?:circa|ca\\.?|etwa|ungefähr|rund|knapp|fast|gut|bald|nun|jetzt|schon|bereits|erst|gerade|eben|heute|morgen|nur|immerhin|stolze|volle|zarten|about|around|approximately|approx\\.?|nearly|almost|just|only|now|still|already|currently|environ|d['’]environ|près[ ]de|presque|bientôt|déjà|tout[ ]juste|à[ ]peine|seulement|unos|unas|casi|aproximadamente|alrededor[ ]de|ya|apenas|sólo|solo|tan[ ]solo|quasi|circa|appena|soli|già|ormai|non[ ]ancora|noch[ ]keine|not[ ]yet|aún[ ]no|±|~|≈)[ ]?){0,2}";

const before = (...forms: string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})${ABOUT}$`, 'iu');

/** Phrases that say "aged" by themselves: a number behind them needs no unit. */
const AGED = before(
  '(?:im|dem|zum|das|hohe[nm]|stolze[nm]|gesegnete[nm]|(?:in|mit)[ ](?:seine[mr]|ihre[mr]|meine[mr]))[ ]Alter[ ](?:von[ ])?',
  'Alter(?:[ ]von|:)[ ]',
  'aged?[: ][ ]?',
  'ages:[ ]',
  'age[ ]of[ ]',
  'age[ ]is[ ]',
  "âgée?s?[ ](?:de[ ]|d['’])?",
  "l['’]âge[ ](?:de[ ]|d['’])",
  'âge[ ]?:[ ]',
  'edad(?:[ ]de|:)[ ]',
  'edad[ ]',
  "(?:l['’])?età(?:[ ]di|:)[ ]",
  'età[ ]',
);

/** Laws and rules speak of ages that nobody has: "attains the age of 25", "Mindestalter 18", "à partir de l'âge de". */
const RULE_BEFORE =
  /(?<!\p{L})(?:attain(?:s|ed|ing)?|reach(?:es)?|under|over|above|below|until|minimum|maximum|reading|mental|legal|retirement|from|up[ ]to|beyond|upon|mindestens?|höchstens|(?:bis|ab|unter|über|vor)[ ](?:zum|dem|das|einem)|vollendung[ ]des|atteindre|atteint|avant|jusqu['’]à|dès|à[ ]partir[ ]de|hasta|cumplan|cumplida|a[ ]partir[ ]de|desde|antes[ ]de|fino[ ](?:a|al)|compimento|dopo|prima|mentale|lesealter|average|mean|moyen|media|medio|durchschnittlich\p{L}*)[ ](?:(?:the|an|a|de|la|el|los|il|del|dell['’]|l['’]|que)[ ]?){0,2}(?:age|Alter|âge|edad|età)[ ]?(?:of|von|de|d['’]|di)?[ ]?$/iu;

/** Verbs and prepositions behind which a number of years is somebody's age. */
const WITH_YEARS: Readonly<Record<Language, RegExp>> = {
  de: before(
    '(?:mit|trotz|in)[ ](?:seine[nr]|ihre[nr]|meine[nr]|deine[nr]|unsere[nr])[ ]',
    '(?:gestorben|verstorben|starb|verstarb|entschlief)[ ]mit[ ]',
  ),
  en: before('at[ ](?:the[ ]age[ ]of[ ])?(?:his|her)?[ ]?'),
  fr: before(
    '(?<!(?<!\\p{L})y[ ])(?:ai|as|a|avez|ont|avais|avait|avions|aviez|avaient|aura|aurai|auras|auront|eu|ayant|aurait|fête|fêtera|fêté|atteint)[ ]',
    '(?:ses|mes|tes|vos|leurs)[ ]',
    '(?:mort|morte|décédée?|disparue?|parti|partie|veuve|veuf|mariée?|décès|infarctus|cancer|père|mère)[ ]à[ ]',
    '(?:et|même|toujours|encore|qui[ ]vit)[ ]à[ ]',
    '(?<=[,(][ ]?)à[ ]',
    "qu['’]à[ ]",
  ),
  es: before(
    '(?:tiene|tengo|tienes|tenemos|tienen|tenía|tenías|tenían|tendrá|tendría|tuvo|tener|teniendo|cumple|cumplo|cumplen|cumplió|cumplía|cumplirá|cumplir|cumplido|con|a[ ]los|sus|mis|tus|los|las)[ ]',
    'de[ ]',
    'de[ ]entre[ ]',
  ),
  it: before(
    '(?:ha|ho|hai|hanno|abbia|aveva|avevo|avevi|avevano|avrà|avrebbe|avendo|avere|avuto|ebbe|compie|compio|compirà|compirebbe|compiuto|compiuti|compiva|con|di|i|ai|suoi|miei|tuoi|età)[ ]',
    'a(?:[ ]soli)?[ ]',
  ),
};

/** Who died at an age may have died of something: "mort à 67 ans d'un cancer". */
const DIED_AT = before(
  '(?:morte?s?|décédée?s?|emportée?|muert[oa]|murió|fallecid[oa]|falleció|mort[oa]|decedut[oa]|mancat[oa]|morì)[ ](?:à|a(?:[ ](?:los|soli))?)[ ]',
);

/** Spans of time that are no age: what is said before the number … */
const SPAN_BEFORE =
  /(?:garant[iíz]\p{L}*|garanzia|contrat[ot]\p{L}*|contratto|dur[ée]e?|duraci[oó]n|durata|plazo|periodo|per[ií]odo|p[ée]riode|condann?a\p{L}*|condamn\p{L}*|pena|peine|prisi[oó]n|prison|reclusione|carcere|experiencia|exp[ée]rience|esperienza|vigencia|engagement|obbligo|crédito|crédit|mutuo|pr[êé]t\p{L}*|bail|arriendo|arrendamiento|locazione|alquiler|más|plus|oltre|moins|meno|menos|antigüedad|ancienneté|anzianità|últim\p{L}*|dernier\p{L}*|ultim\p{L}*|máximo|mínimo|massimo|minimo|minimum|maximum|hace|fa|depuis|desde|da|entro|dentro|tous les|cada|ogni|después|despues|après|avant|before|dopo|prima|proroga\p{L}*|prorrog\p{L}*|prolong\p{L}*|port[ée]e?|réduite?|limitée?|ramené|mayor(?:es)?|menor(?:es)?|minori?|maggiori?|vecchi[oa]|sotto|sopra|negli|dagli|agli|(?<!\p{L})(?:(?<!(?:él|ella|quien|que)[ ])(?:es|era)|será|sea|son|est|è|sarà|ist|servizio|servicio|service|mariage|matrimonio|intervall\p{L}*|distanza|scadenza|canone|licen[zc]\p{L}*|abbonamento|abonnement|abono|bono|ahorro|seguro|leasing|renting|(?:un|une|una|uno)[ ](?:bail|lapso|ciclo|cycle|piano|plan|programa|programma|arco|total|totale)))[ ]{1,2}(?:de|di|d['’]|los|gli|les|un|que|a|à|i|al)?[ ]?(?:[ ]?(?:circa|unos|environ|casi|quasi))?[ ]?$/iu;
/** … and behind it: "5 años de garantía", "30 ans d'expérience", "ago", "10 years of service", "12 bis 16". */
const SPAN_BEHIND =
  /^[ ]?(?:pregnant|schwanger|enceinte|embarazada|incinta|(?:d['’]|de[ ]|di[ ]|del[ ]|of[ ])(?!edad|âge|età|age|vie[ ]et)|ago(?!\p{L})|fa(?!\p{L})|plus[ ]tard|après|auparavant|durant|después|atrás|más|dopo|prima|later|earlier|before|after|in[ ]the[ ](?!fall|spring|summer|winter|autumn)|service|experience|(?:bis|to|à|a|-|–|oder|ou|o|or)[ ]?\d|(?:bis|to|à|a)[ ]\p{Ll}+[ ](?:years|ans|años|anni))/iu;
/** German nouns behind "mit 30 Jahren" and "seine 25 Jahre": experience, terms, service. */
const NOUN_BEHIND = /^[ ]\p{Lu}/u;

/** True for a phrase after which a number needs no unit to be an age. */
export function isAged(text: string): boolean {
  return AGED.test(text) && !RULE_BEFORE.test(text.replace(new RegExp(`${ABOUT}$`, 'iu'), ''));
}

/** True when the words around a number with a word for years make it an age. @param behind - the text behind the unit */
export function isAgeInYears(text: string, behind: string, language: Language): boolean {
  if (DIED_AT.test(text)) return true;
  if (!WITH_YEARS[language].test(text) || SPAN_BEFORE.test(text) || SPAN_BEHIND.test(behind)) return false;
  return language !== 'de' || !NOUN_BEHIND.test(behind);
}

/** True when the words around a number of years are those of a guarantee, a term or a service. */
export function isSpanOfTime(text: string, behind: string): boolean {
  return SPAN_BEFORE.test(text) || SPAN_BEHIND.test(behind);
}

/** What says behind the unit that it is an age; the match belongs to the value. */
export const SAYS_AGE =
  /^[ -](?:alt(?:e[rnms]?)?|jung(?:e[rnms]?)?|olds?|young|of[ ]age|de[ ]edad|d['’]età|d['’]âge)(?!\p{L})/iu;
/** The lower bound of an age that is only guessed: "20 to 25 years old", "zwischen 30 und 40 Jahre alt". */
export const FROM_AGE =
  /(?<![\p{L}\p{N}.,/:-])\d{1,3}(?:[ ](?:bis|und|oder|to|and|or|à|et|ou|a|y|o|e)[ ]|[ ]?[-–][ ]?)$/u;
/** The same where the word stays outside: "13 anni compiuti", "40 años recién cumplidos", "16 ans révolus". */
export const COMPLETED =
  /^[ ](?:(?:recién|già|appena|tout[ ]juste|gerade)[ ])?(?:compiut[ie]|suonat[ie]|cumplidos|bien[ ]cumplidos|révolus|sonnés|passés)(?!\p{L})/iu;

/** Verbs before a number without any unit, in the language of the text. */
const BARE_VERB: Readonly<Record<Language, RegExp>> = {
  de: before(
    '(?:wird|werde|wirst|wurde)[ ](?:am[ ]\\d{1,2}\\.(?:\\d{1,2}\\.)?[ ](?:\\p{Lu}\\p{Ll}+[ ])?)?',
    '(?:bin|bist|er[ ]ist|sie[ ]ist|ich[ ]war|er[ ]war|sie[ ]war|mit[ ](?:ihren|seinen|meinen))[ ]',
  ),
  en: before(
    "(?:i['’]m|he['’]s|she['’]s|who['’]s|i[ ]am|he[ ]is|she[ ]is|who[ ]is|who[ ]are|i[ ]was|he[ ]was|she[ ]was|who[ ]was|(?:she|he)[ ]will[ ]be|turning|turned|turns|have[ ]turned|since[ ](?:she|he|i)[ ]was|pushing|rising)[ ]",
    '(?:died|dies|dead|passed[ ]away|widowed|orphaned|married|retired|killed|deceased|pregnant)(?:[ ](?:young|suddenly|peacefully))?(?:[ ](?:of|from)(?:[ ](?:an?|the|his|her))?(?:[ ]\\p{Ll}{2,20}){1,3}?)?[ ]at[ ]',
  ),
  fr: /(?!)/u,
  es: before(
    '(?:cumple|cumplo|cumplió|cumplirá|cumplía|cumpliendo|cumple[ ]años[ ](?:mañana|hoy|el[ ]\\p{L}+):|ronda|rondando|frisa|pasa[ ]de|supera|rozando|entrad[oa][ ]en)[ ](?:los[ ])?',
    '(?:falleció|fallecid[oa]|murió|muert[oa])(?:[ ](?:de|en|por)[ ]\\p{L}{2,20})?(?:[ ]\\p{L}{2,16})?[ ]a[ ]los[ ]',
  ),
  it: before(
    '(?:compie|compio|compirà|ne[ ](?:ha|ho|fa|faccio|compie|aveva|avrà|hanno)|ha[ ]compiuto|ha[ ]passato[ ]i|va[ ]per[ ]i|auguri[ ]per[ ]i)[ ](?:gli[ ])?',
  ),
};

/** The same for a number in words only, which counts nothing else: "Tiene setenta y nueve." */
const BARE_VERB_WORDS = /(?<![\p{L}\p{N}])(?:tiene|tengo|tenía)[ ]$/iu;
const WORDS_MIN = 10;
const PERCENT = /^[ ](?:percent|per[ ]cent|prozent|pour[ ]cent|por[ ]ciento|per[ ]cento)/iu;
/** German clauses end with the verb: "die übrigens einundachtzig ist". */
const CLAUSE_BEFORE = /(?<!\p{L})(?:er|sie|der|die|wer|ich|du)[ ](?:\p{Ll}+[ ]){0,2}$/u;
const VERB_BEHIND = /^[ ](?:ist|wird|war|wurde|geworden)(?!\p{L})/u;
/** "im August mit 78 verstorben". */
const WITH_BEFORE = /(?<!\p{L})mit[ ]$/iu;
const DEAD_BEHIND = /^[ ](?:verstorben|gestorben|verstarb|starb|verschied\p{L}*|entschlafen)(?!\p{L})/u;

/** What may stand behind a number without unit: the end of a clause, or words that no quantity has behind it. */
export const BARE_FOLLOW =
  /^(?:[ ]?(?:[,;!?)"”»|]|[.:…](?!\d))(?!\d)|[ ]{0,3}(?:$|\n|\r)|[ ]\(|[ ](?:und|and|y|e|et|o|or|oder|now|jetzt|heute|ya|already|today|next|this|last|on|geworden|in[ ]the|noch|verstorben|gestorben|verheiratet|yesterday|tomorrow|when|of[ ](?:the[ ]same|an?|old|heart|cancer)|–|—|-)(?![\p{L}\p{N}]))/iu;
/** "3. OG", "4.º B", "2. Bundesliga": a number of order. */
const ORDINAL = /^\.(?:[ºª°]|[ ]?(?:OG|UG|DG|Stock|Etage|Liga|Klasse|Platz|\p{Lu}{2,}))/u;

/** True when a verb before a number makes it an age in a language, whether a unit follows or not. */
export function isSaidAge(text: string, language: Language): boolean {
  return BARE_VERB[language].test(text);
}

/** True when a verb and what follows make a number without unit an age in the language of the text. */
export function isBareAge(text: string, behind: string, { value, languages }: AgeNumber, language: Language): boolean {
  if (language === 'de' && languages !== undefined && VERB_BEHIND.test(behind) && CLAUSE_BEFORE.test(text)) return true;
  if (language === 'de' && DEAD_BEHIND.test(behind) && WITH_BEFORE.test(text)) return true;
  const isInWords = languages !== undefined && value >= WORDS_MIN;
  if (isSaidAge(text, language) && (isInWords || mayEndThere(behind))) return !PERCENT.test(behind);
  return language === 'es' && isInWords && mayEndThere(behind) && BARE_VERB_WORDS.test(text);
}

/** True when nothing behind a number speaks against a person's age: no ordinal, and the clause ends or goes on as behind an age. */
export function mayEndThere(behind: string): boolean {
  return BARE_FOLLOW.test(behind) && !ORDINAL.test(behind);
}
