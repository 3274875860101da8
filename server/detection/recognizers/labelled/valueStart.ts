import { fold } from '../../characters.ts';

/** Where a value may begin beside a label, and what stands between them. */
export interface ValueStart {
  readonly offset: number;
  /** A colon, an equals sign, a table cell or a form of "is" stands between. */
  readonly explicit: boolean;
  /** A word or sign for "number" stands between. */
  readonly numbered: boolean;
}

const NUMBER_WORDS = new Set([
  'nr',
  'nummer',
  'no',
  'number',
  'num',
  'numero',
  'n',
  'nro',
  'nos',
  'id',
  'ref',
  'code',
  'nrs',
  'kennung',
]);
const COPULAS = new Set([
  'ist',
  'lautet',
  'war',
  'is',
  'was',
  'est',
  'es',
  'e',
  'era',
  'sind',
  'are',
  'lauten',
  'has',
  'remains',
]);
const SMALL_WORDS = new Set([
  ...[
    'der',
    'die',
    'das',
    'des',
    'dem',
    'den',
    'von',
    'vom',
    'unter',
    'mit',
    'am',
    'bei',
    'neu',
    'alt',
    'neue',
    'als',
    'nunmehr',
    'jetzt',
    'uns',
  ],
  ...[
    'of',
    'for',
    'the',
    'with',
    'at',
    'on',
    'by',
    'to',
    'now',
    'under',
    'as',
    'ending',
    'from',
    'still',
    'new',
    'old',
    'us',
  ],
  ...['de', 'du', 'le', 'la', 'les', 'sous', 'au', 'en', 'sur', 'comme', 'd', 'chez', 'nous'],
  ...['del', 'el', 'con', 'al', 'los', 'nuestra', 'su', 'letra', 'como', 'nosotros'],
  ...['di', 'della', 'il', 'lo', 'dal', 'dell', 'numero', 'intestato', 'come', 'presso', 'noi'],
]);
/** "Ihre Kundennummer bei uns ist die 8142". */
const SKIP_WORDS_MAX = 4;

const SPACE = /[ \t\u00a0\u202f\u2007]/;
const PLAIN_SEPARATORS = '.#|>*_°º№…–—-"\'“„«»‚‘’`,';
const WORD = /\p{L}+/uy;
const PARENTHESIS = /\([^()\n\d]{0,40}\)/y;
/** Anything without a digit up to a colon or a word for "number": "Tel. der Tochter Anna Roth: ", "Ordine di Napoli n. ". */
const UP_TO_COLON = /[^\d:\n\r]{1,40}?(?::|[ ](?:n|nr|no|nro|num|Nr|No|N)\.|[ ](?:n°|nº|n\.º|N°))[ \t]*/y;
/** One word of what is numbered: "n.º residente R-0837", "tel. madre 388 …". */
const ONE_WORD = /(?:(?:de|di|du|del|della|des|der|of)[ ])?(?:d['’])?\p{L}{3,20}\.?[ \t:]{1,12}/uy;

/** Skips separators and small words behind a label on its line. `end` is the end of the line. */
export function valueStartAfter(text: string, labelEnd: number, end: number): ValueStart {
  let offset = labelEnd;
  let explicit = false;
  let numbered = false;
  let words = 0;
  while (offset < end) {
    const character = text[offset]!;
    if (SPACE.test(character)) {
      if (character === '\t') explicit = true;
      offset += 1;
    } else if (character === ':' || character === '=' || character === '|') {
      explicit = true;
      offset += 1;
    } else if (character === '#' || character === '№') {
      numbered = true;
      offset += 1;
    } else if (character === '(') {
      PARENTHESIS.lastIndex = offset;
      const skipped = PARENTHESIS.exec(text)?.[0].length;
      // "my passport (A31847206)": the value itself stands in the parenthesis.
      offset += skipped ?? 1;
    } else if (PLAIN_SEPARATORS.includes(character)) {
      if (character === '°' || character === 'º') numbered = true;
      offset += 1;
    } else {
      WORD.lastIndex = offset;
      const word = WORD.exec(text)?.[0];
      if (word === undefined || words >= SKIP_WORDS_MAX) break;
      const folded = fold(word);
      const next = text[offset + word.length];
      // "N-4711" and "DE12" are the value itself, not a word before it.
      if (next !== undefined && /[\p{N}\-/_]/u.test(next)) break;
      // Words in capitals are the beginning of a code ("ES 0031 …"), not a Spanish "is".
      if (NUMBER_WORDS.has(folded)) numbered = true;
      else if (word !== word.toLowerCase()) break;
      else if (COPULAS.has(folded)) explicit = true;
      else if (!SMALL_WORDS.has(folded)) break;
      words += 1;
      offset += word.length;
    }
  }
  return { offset, explicit, numbered };
}

/** The place behind the next colon of the line, with nothing but words without digits before it; undefined when there is none. */
export function valueStartAfterColon(text: string, offset: number, end: number): ValueStart | undefined {
  UP_TO_COLON.lastIndex = offset;
  const skipped = UP_TO_COLON.exec(text)?.[0].length;
  if (skipped === undefined || offset + skipped >= end) return undefined;
  return { offset: offset + skipped, explicit: true, numbered: false };
}

/** The place behind the one word that follows a label; undefined when there is none. */
export function valueStartAfterWord(text: string, offset: number, end: number): ValueStart | undefined {
  ONE_WORD.lastIndex = offset;
  const skipped = ONE_WORD.exec(text)?.[0].length;
  if (skipped === undefined || offset + skipped >= end) return undefined;
  return { offset: offset + skipped, explicit: false, numbered: false };
}
