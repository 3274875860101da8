import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import { fold } from '../characters.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { createNumberReader, type AgeNumber, type NumberReader } from '../recognizers/dates/ages/numbers.ts';
import { ABOUT, isSpanOfTime, mayEndThere } from '../recognizers/dates/ages/phrases.ts';
import { LARGEST_AGE } from '../recognizers/shared/numberWords.ts';
import { readUnit, type UnitKind } from '../recognizers/dates/ages/units.ts';

const REACH = 60;
const PRIORITY = 45;
const CONFIDENCE = 0.7;

/** Words for one person, beside those of kinship and trade that the vocabulary knows. */
const HUMANS: ReadonlySet<string> = new Set(
  'mann frau junge mädchen bub kind baby säugling oma opa mama papa enkel enkelin kunde kundin patient patientin pat bewohner bewohnerin weiblich männlich zwillinge geschwister man woman boy girl lad lass nan nana grandma grandpa granny mum dad mom kid kids twins male female minor homme femme garçon fillette bébé nourrisson patient patiente majeur majeure mineur mineure mamie papi jumeaux jumelles varón mujer hombre chico chica chaval bebé menor hermanito hermanita gemelos anciano anciana uomo donna ragazzo ragazza bimbo bimba bambino bambina neonato neonata nonno nonna minore gemelli gemelle'
    .split(' ')
    .map(fold),
);
/** Children are of any age; of others a small number in brackets says how many there are. */
const CHILDREN: ReadonlySet<string> = new Set(
  'sohn tochter kind junge mädchen bub baby enkel enkelin son daughter boy girl child baby grandson granddaughter fils fille enfant bébé garçon fillette hijo hija niño niña bebé nieto nieta figlio figlia bambino bambina bimbo bimba nipote petit-fils petite-fille hermanito hermanita'
    .split(' ')
    .map(fold),
);
const CHILD_MAX = 12;
/** Numbers above that nothing calls an age are those of rooms and extensions. */
const BARE_MAX = 105;
const YEARS: ReadonlySet<UnitKind> = new Set(['years', 'shortYears']);
const ALL_KINDS: ReadonlySet<UnitKind> = new Set([...YEARS, 'months', 'shortMonths']);

const QUALIFIER =
  "(?:(?:beide|both|entrambi|entrambe|ambos|ambas|tous[ ]deux|toutes[ ]deux|de|di|d['’]|of|von|m|f|w|d|male|female|weiblich|männlich|varón|mujer|hombre|homme|femme|donna|uomo|majeure?|mineure?|menor|minorenne|maggiorenne|volljährig|minderjährig|jetzt|now|erst|gerade|fast|knapp|bald|about|nearly|almost|aged|casi|unos|quasi|circa|ca\\.?|environ|presque|seit[ ]\\p{L}+|lui|lei)(?:[,.]?[ ]|(?<=d['’]))){0,2}";
/** "Anna Roth (74)", "Kai Sommer, 47, …", "Emil, jetzt drei,". */
const APPOSITION = new RegExp(`[)"“”»]?(?:,[ ]?|[ ]\\(|[ ][–—-][ ])${QUALIFIER}${ABOUT}`, 'iuy');
/** "un bébé de 5 mois", "a boy of 11": behind a word for a person, not behind a name. */
const OF = new RegExp(`[ ](?:de|di|d['’]|of|von)(?:[ ]|(?<=['’]))${ABOUT}`, 'iuy');
/** German trades of women, of which a vocabulary holds only the frequent ones. */
const FEMININE = /^\p{Lu}\p{Ll}+(?:er|ist|ent|ant|eur|or)in$/u;
/** Columns and lines of forms, where a unit has to say more: "Bett 2 | Otto Schmid | 83 J. |". */
const CELL = /(?:[ ]?[|;][ ]?|[ ]{2,12}|\t|[ ])/y;
/** "My father is 79", "Emil (er ist jetzt drei", "Mrs Vella, who is 71,", "Frank is 64". */
const COPULA = new RegExp(
  `[)"“”»]?(?:,?[ ](?:\\(?(?:er|sie|he|she)|who|der|die|qui|che|que))?[ ](?:is|was|ist|war|wird|wurde|turns|turned|has[ ]turned|will[ ]be|would[ ]be|is[ ]turning|cumple|cumplió|cumplirá|compie|compirà|compiva|ne[ ]ha|tiene|tenía)[ ](?:am[ ]\\d{1,2}\\.[ ]|on[ ]\\p{L}+[ ])?${ABOUT}`,
  'iuy',
);
/** Above a list of birthdays every line holds a name and how old somebody gets: "Jubilare im März", "Runde Geburtstage". */
const BIRTHDAYS =
  /(?:^|\n)[^\n]{0,40}(?<!\p{L})(?:jubilare|jubilarinnen|geburtstage|geburtstagskinder|birthdays|anniversaires|cumpleaños|compleanni)(?!\p{L})[^\n]{0,40}\r?\n(?<list>(?:[^\n]{0,100}\d[^\n]{0,100}(?:\r?\n|$)){2,40})/dgiu;
const AGE_AT_END = /[ ]{1,12}(?<years>\d{1,3})[ ]*(?=\r?\n|$)/dy;
const AGE_AT_START = /(?:^|\n)[ ]{0,4}(?<years>\d{1,3})[ ]{2,12}[^\n]{0,24}$/d;

/** Further ages in a row: "(9 und 12 J.)", "Wally e Otello, 79 e 82,". */
const FURTHER = /(?:,[ ]?|[ ]?(?:und|and|et|y|e|&|\/|\+)[ ])/iuy;
const FURTHER_MAX = 6;

const NAME_FORMS = [
  [APPOSITION, true],
  [COPULA, false],
] as const;
const HUMAN_FORMS = [...NAME_FORMS, [OF, true]] as const;

/** Where somebody has been named, and by what. */
interface Somebody {
  readonly end: number;
  readonly kind: 'name' | 'child' | 'human';
}

/**
 * Finds ages right behind a name or a word for a person, where no other word says what the number is: "Anna Roth (74)", "Sohn (7)", "my father is 79",
 * "Lena und Max, 9 und 12,".
 */
export function createAgesBesidePersonsPass(lexiconOf: LexiconSource): DocumentPass {
  const reader = createNumberReader();
  return (view, winners, { categories }) => {
    if (categories['age'] !== true) return winners;
    const found: Candidate[] = [];
    const lists = [...view.text.matchAll(BIRTHDAYS)].map(({ indices }) => indices!.groups!['list']!);
    if (lists.length > 0) found.push(...birthdays(view, winners, lists));
    for (const somebody of everybody(view, lexiconOf(view), winners)) found.push(...agesBehind(view, reader, somebody));
    return found.length === 0 ? winners : [...winners, ...found];
  };
}

/** Ages at the end or the beginning of the lines that name somebody. */
function* birthdays(
  view: TextView,
  winners: readonly Candidate[],
  lists: readonly (readonly [number, number])[],
): Generator<Candidate> {
  for (const { start, end, category } of winners) {
    if (category !== 'person' || !lists.some(([from, to]) => start >= from && end <= to)) continue;
    AGE_AT_END.lastIndex = end;
    const behind = AGE_AT_END.exec(view.text)?.indices?.groups?.['years'];
    const head = AGE_AT_START.exec(view.before(start, REACH));
    const offset = Math.max(0, start - REACH);
    const before = head?.indices?.groups?.['years']?.map((at) => at + offset);
    const [from, to] = behind ?? before ?? [0, 0];
    if (from! < to! && Number(view.text.slice(from, to)) <= LARGEST_AGE) yield age(from!, to!);
  }
}

const age = (start: number, end: number): Candidate => ({
  ...{ start, end, category: 'age', priority: PRIORITY, confidence: CONFIDENCE, sources: ['beside:person'] },
});

function* everybody(view: TextView, lexicon: Lexicon, winners: readonly Candidate[]): Generator<Somebody> {
  for (const { end, category } of winners) if (category === 'person') yield { end, kind: 'name' };
  for (const [index, { kind, text, end }] of view.tokens.entries()) {
    if (kind !== 'word') continue;
    const word = view.folded[index]!;
    const isFeminine = view.language === 'de' && FEMININE.test(text);
    if (isFeminine || lexicon.has(index, ROLE.relation) || HUMANS.has(word))
      yield { end, kind: CHILDREN.has(word) ? 'child' : 'human' };
  }
}

function* agesBehind(view: TextView, reader: NumberReader, somebody: Somebody): Generator<Candidate> {
  const { text } = view;
  const { end } = somebody;
  const forms = somebody.kind === 'name' ? NAME_FORMS : HUMAN_FORMS;
  for (const [form, isRow] of forms) {
    form.lastIndex = end;
    const gap = form.exec(text)?.[0].length;
    if (gap === undefined) continue;
    const first = readAge(view, reader, end + gap, (number, behind) => isPlausible(somebody, number, behind, !isRow));
    if (first === undefined) continue;
    yield first;
    if (isRow) yield* further(view, reader, first.end);
    return;
  }
  if (somebody.kind !== 'name') return;
  CELL.lastIndex = end;
  const gap = CELL.exec(text)?.[0].length;
  const inCell = gap === undefined ? undefined : readAge(view, reader, end + gap, () => false, YEARS);
  if (inCell !== undefined && /^[ ]?(?:[|;,)\n]|$|[ ]{2})/.test(view.after(inCell.end, 3))) yield inCell;
}

/** Whether a number without unit may be the age of somebody, not how many there are. */
function isPlausible({ kind }: Somebody, { value }: AgeNumber, behind: string, isSaid: boolean): boolean {
  if (value > BARE_MAX || !mayEndThere(behind) || (!isSaid && /^[ ]?;/.test(behind))) return false;
  return kind === 'name' || isSaid || value > CHILD_MAX || kind === 'child';
}

function* further(view: TextView, reader: NumberReader, from: number): Generator<Candidate> {
  let end = from;
  for (let count = 0; count < FURTHER_MAX; count += 1) {
    FURTHER.lastIndex = end;
    const gap = FURTHER.exec(view.text)?.[0].length;
    const next = gap === undefined ? undefined : readAge(view, reader, end + gap, (_, behind) => mayEndThere(behind));
    if (next === undefined) return;
    yield next;
    end = next.end;
  }
}

/** The age that begins exactly at an offset; `isEnough` is asked for a number without unit. */
function readAge(
  view: TextView,
  reader: NumberReader,
  offset: number,
  isEnough: (number: AgeNumber, behind: string) => boolean,
  kinds: ReadonlySet<UnitKind> = ALL_KINDS,
): Candidate | undefined {
  const token = view.tokenAt(offset);
  if (view.tokens[token]?.start !== offset) return undefined;
  const number = reader(view, token);
  if (number === undefined || !(number.languages?.includes(view.language) ?? true)) return undefined;
  const behind = view.after(number.end, REACH);
  const unit = readUnit(behind, number.languages);
  const half = /^(?:[ ]½|[.,]5(?!\d)|[ ]and[ ]a[ ]half(?!\p{L}))/u.exec(behind)?.[0].length ?? 0;
  const isArticle = number.value === 1 && number.languages !== undefined;
  const isAge =
    unit === undefined
      ? !isArticle && isEnough(number, behind.slice(half))
      : kinds.has(unit.kind) &&
        !isSpanOfTime('', behind.slice(unit.length)) &&
        !(unit.language === 'de' && /^[ ]\p{Lu}/u.test(behind.slice(unit.length)));
  if (!isAge) return undefined;
  return age(number.start, number.end + (unit?.length ?? half));
}
