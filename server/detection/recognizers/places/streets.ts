import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { TextView } from '../../recognizer.ts';
import { findHouseNumber, readHouseNumber } from './houseNumbers.ts';

/** A street with or without its house number, as tokens, `last` inclusive. */
export interface Street {
  readonly first: number;
  readonly last: number;
  readonly hasNumber: boolean;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Ends of German street names written as one word. */
const FUSED =
  /(?:strasse|str|weg|gasse|platz|allee|ring|ufer|damm|chaussee|steig|pfad|graben|stieg|winkel|kamp|zeile|reihe|twiete|promenade|terrasse|brucke|anger|gass|gassli|rain|matte|halde|acker|feld|garten|hof|berg|tal|tor|wall|markt|hohe|horst|busch|grund|bruch|hang|leite|stiege|wiese|wiesen|aue|esch)$/;
/** Ends that say street even without a number. */
const FUSED_SURE = /(?:strasse|str|weg|gasse|platz|allee|chaussee|twiete|gassli)$/;
const WORDS_MAX = 7;
const STREET_JOINTS = new Set([
  'de',
  'del',
  'della',
  'dei',
  'delle',
  'degli',
  'dello',
  'di',
  'da',
  'du',
  'des',
  'la',
  'le',
  'les',
  'los',
  'las',
  'el',
  'l',
  'd',
  'dell',
  'al',
  'alla',
  'y',
  'e',
  'et',
  'aux',
  'au',
  'à',
  'der',
  'dem',
  'den',
  'die',
  'und',
  'von',
  'vom',
  'zum',
  'zur',
  'the',
  'of',
  'and',
  'upon',
  'en',
  'a',
  'sur',
  'sous',
  'saint',
  'st',
  'im',
  'am',
  'san',
  'do',
  'dos',
  'i',
  'lo',
]);

/** Heads that say street even without a number. */
const SURE_HEAD =
  /^(?:rue|avenue|boulevard|impasse|chemin|allées?|quai|calle|avda|avenida|paseo|plaza|via|viale|corso|piazza|vicolo|vico)$/i;

/** The street whose head word (rue, calle, via) is token `at`; undefined when it is none. */
export function readHeadedStreet(lexicon: Lexicon, at: number): Street | undefined {
  const { tokens, isGlued } = lexicon;
  let start = at + 1;
  // "C/ Mayor", "Avda. de", "C.so Roma", "P.zza"
  while (tokens[start] !== undefined && /^[./ªº°]$/.test(tokens[start]!.text) && isGlued(start)) {
    start += 1;
    if (
      tokens[start]?.kind === 'word' &&
      isGlued(start) &&
      lexicon.shape[start] === SHAPE.small &&
      tokens[start]!.text.length <= 3
    )
      start += 1;
  }
  const isShort = tokens[at]!.text.length <= 2 && start === at + 1;
  if (isShort && tokens[at]!.text.length === 1) return undefined;
  const capital = streetWords(lexicon, start);
  const last = capital < 0 && lexicon.shape[at] === SHAPE.small ? smallStreetWords(lexicon, start) : capital;
  if (last < 0) return undefined;
  const before = leadingNumber(lexicon, at);
  if (before >= 0) return { first: before, last: withDetails(lexicon, last), hasNumber: true, confidence: 0.92 };
  const number = findHouseNumber(lexicon, last + 1);
  const end =
    number < 0
      ? -1
      : tokens[number]!.kind === 'word'
        ? number + (tokens[number]!.text.length === 1 ? 2 : 0)
        : readHouseNumber(lexicon, number);
  if (end >= 0) return { first: at, last: withDetails(lexicon, end), hasNumber: true, confidence: 0.92 };
  const isSure = capital >= 0 && !isShort && SURE_HEAD.test(tokens[at]!.text);
  return isSure
    ? {
        first: at,
        last,
        hasNumber: false,
        confidence: lexicon.shape[at] === SHAPE.small && lexicon.language === 'it' ? 0.45 : 0.58,
      }
    : undefined;
}

/** Last token of the words of a street's name that begin at `start`; -1 when there is no capitalised one. */
function streetWords(lexicon: Lexicon, start: number): number {
  const { tokens } = lexicon;
  let last = -1;
  let at = start;
  for (let words = 0; words < WORDS_MAX && at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'break') break;
    if (token.kind === 'mark') {
      const isJoint = /^['’\-.]$/.test(token.text) && lexicon.isGlued(at);
      if (!isJoint || (token.text === '.' && tokens[at - 1]!.text.length > 4)) break;
      continue;
    }
    // "rue du 8 Mai 1945", "Via XX Settembre", "Calle 45"
    if (token.kind === 'number') {
      const isInside = last < 0 || lexicon.shape[at + 1] === SHAPE.capitalised;
      if (isInside && token.text.length <= 2 && tokens[at + 1]?.kind === 'word' && lexicon.isCapital(at + 1)) {
        words += 1;
        continue;
      }
      break;
    }
    if (token.kind !== 'word') break;
    const isAbbreviated =
      lexicon.shape[at] === SHAPE.letter && tokens[at + 1]?.text === '.' && !/^[º°]$/.test(tokens[at + 2]?.text ?? '');
    if (lexicon.isCapital(at) || isAbbreviated) {
      last = at;
      words += 1;
    } else if (STREET_JOINTS.has(token.text.toLowerCase())) {
      words += 1;
    } else break;
  }
  return last;
}

const SMALL_WORDS_MAX = 4;
/** What stands after "via" when it is the preposition, and other words that no street is named after. */
const NO_STREET =
  /^(?:e|mail|email|pec|fax|sms|app|chat|web|internet|posta|telefono|teams|zoom|whatsapp|telegram|link|radio|que|qui|con|con|per|par|pour|avec|est|es|sin|pas|non)$/;

/** Last token of a street's name in small letters ("cigna", "des tanneurs") with a number before or after; -1 when there is none. */
function smallStreetWords(lexicon: Lexicon, start: number): number {
  const { tokens } = lexicon;
  const hasNumberBefore = leadingNumber(lexicon, start - 1) >= 0;
  let at = start;
  let last = -1;
  for (; at < start + SMALL_WORDS_MAX; at += 1) {
    const token = tokens[at];
    if (/^['’-]$/.test(token?.text ?? '') && lexicon.isGlued(at)) continue;
    if (token?.kind !== 'word' || lexicon.shape[at] !== SHAPE.small || NO_STREET.test(token.text)) break;
    if (!STREET_JOINTS.has(token.text) && token.text.length >= 4) last = at;
    // Without a number behind, the name ends with its first word.
    if (last >= 0 && hasNumberBefore) return last;
  }
  return tokens[at]?.kind === 'number' && last === at - 1 ? last : -1;
}

/** "12 bis, rue": the first token of a house number that stands before the street; -1 when there is none. */
function leadingNumber(lexicon: Lexicon, at: number): number {
  const { tokens } = lexicon;
  for (let first = at - 1; first >= Math.max(0, at - 5); first -= 1) {
    if (tokens[first]!.kind === 'break') return -1;
    if (tokens[first]!.kind !== 'number' && tokens[first]!.kind !== 'mixed') continue;
    const last = readHouseNumber(lexicon, first);
    if (last < 0) continue;
    const gap = last + 1;
    return gap === at || (gap + 1 === at && tokens[gap]!.text === ',') ? first : -1;
  }
  return -1;
}

/** Floor, staircase, flat after the number: ", 3º B", ", bât. C", " - int. 4". */
const DETAIL =
  /^\s*[,;–-]?\s*(?:(?:piso|planta|puerta|pta|esc(?:alera|\.)?|torre|palazzina|pal\.|chal[ée]t?|parc(?:ela|\.)|lote|m(?:an)?za?na?\.?|ph|porte|bureau|col(?:onia|\.)|rgb\.?|oficina|of\.|d(?:e?pto|ept)\.?|edificio|nave|casa|lote|lot|level|bloque|blq|portal|bajo|ático|entlo|pral|local|int(?:erno|\.)?|scala|sc\.|piano|bât(?:iment|\.)?|app\.|apto\.?|appt?\.?|appartement|étage|esc\.|hall|flat|apt\.?|unit|suite|ste\.?|bus|bte|#[\d-]*|whg|wohnung|eg|og|top|stiege|hinterhaus|hh|vh|[1-9]\d?\.?\s?(?:º|ª|°|(?:\.?\s?(?:og|stock|étage|piso)|er|ème|e)\b))\.?\s*(?:[\p{L}\d]{1,4}\b(?:\.(?=,))?)?(?:\s?(?:º|ª|°))?(?:\s?(?:izda|izdo|izq|dcha|dcho|derecha|izquierda|[A-Z])\b\.?)?|[,;]?\s*["“”][A-Z0-9]{1,3}["“”])/iu;

function withDetails(lexicon: Lexicon, last: number): number {
  const { text, tokens } = lexicon;
  let end = tokens[last]!.end;
  let at = last;
  for (let parts = 0; parts < 3; parts += 1) {
    const rest = text.slice(end, end + 40);
    const detail = DETAIL.exec(rest.slice(0, (rest + '\n').search(/[\r\n]/)));
    if (detail === null) break;
    end += detail[0].trimEnd().length;
    while (tokens[at + 1] !== undefined && tokens[at + 1]!.end <= end) at += 1;
    end = tokens[at]!.end;
  }
  return at;
}

/** The German street that token `at` ends: "Goethestraße", "Falderbaumstr.", "Frankfurter Straße". */
export function readFusedStreet(view: TextView, lexicon: Lexicon, at: number): Street | undefined {
  const { tokens, isGlued } = lexicon;
  const word = view.folded[at]!;
  const isTail = lexicon.has(at, ROLE.streetTail) && (lexicon.isCapital(at) || isGluedByHyphen(lexicon, at));
  const isFused = word.length >= 6 && FUSED.test(word) && lexicon.isCapital(at);
  if (!isTail && !isFused) return undefined;
  const afterStop = tokens[at + 1]?.text === '.' && isGlued(at + 1) && word.endsWith('str') ? at + 2 : at + 1;
  const first = streetBefore(lexicon, at, isTail && !isGluedByHyphen(lexicon, at));
  if (first < 0) return undefined;
  const number = lexicon.isSpaced(afterStop) || isGlued(afterStop) ? readHouseNumber(lexicon, afterStop) : -1;
  if (number >= 0)
    return {
      first,
      last: withDetails(lexicon, number),
      hasNumber: true,
      confidence: FUSED_SURE.test(word) || isTail ? 0.92 : 0.7,
    };
  if (!FUSED_SURE.test(word) || word.endsWith('weg') || word.endsWith('platz')) return undefined;
  return word === 'strasse' && first === at ? undefined : { first, last: at, hasNumber: false, confidence: 0.6 };
}

const SMALL_FUSED = /.{3}(?:strasse|str|allee|gasse|chaussee)$/;

/** "griesfeldstr. 12a": a German street in small letters, with its number. */
export function readSmallFusedStreet(view: TextView, lexicon: Lexicon, at: number): Street | undefined {
  if (!SMALL_FUSED.test(view.folded[at]!)) return undefined;
  const start = lexicon.tokens[at + 1]?.text === '.' && lexicon.isGlued(at + 1) ? at + 2 : at + 1;
  const number = lexicon.isSpaced(start) ? readHouseNumber(lexicon, start) : -1;
  return number < 0 ? undefined : { first: at, last: withDetails(lexicon, number), hasNumber: true, confidence: 0.8 };
}

function isGluedByHyphen({ tokens, isGlued }: Lexicon, at: number): boolean {
  return tokens[at - 1]?.text === '-' && isGlued(at) && isGlued(at - 1);
}

/** First token of the street's name before its last word; -1 when a word of its own lacks a name before it. */
function streetBefore(lexicon: Lexicon, at: number, needsName: boolean): number {
  const { tokens } = lexicon;
  let first = at;
  while (first >= 2 && isGluedByHyphen(lexicon, first) && tokens[first - 2]!.kind === 'word') first -= 2;
  const before = first - 1;
  if (
    before >= 0 &&
    lexicon.isSpaced(first) &&
    lexicon.isCapital(before) &&
    !lexicon.has(before, ROLE.never | ROLE.title | ROLE.label | ROLE.placeLabel)
  ) {
    const isAdjective = /(?:er|e|en|s)$/.test(tokens[before]!.text) || needsName;
    if (isAdjective && (needsName || lexicon.common[before]! <= 5)) return before;
  }
  return needsName && first === at ? -1 : first;
}

/** German streets with a preposition: "Am Glockenturm 15", "An der Alten Mühle 3". */
export function readPrepositionStreet(lexicon: Lexicon, at: number): Street | undefined {
  if (
    !/^(?:AM|AN|IM|ZUM|ZUR|Am|An|Auf|Im|In|Zum|Zur|Unter|Beim|Hinter|Vor|Alter|Alte|Großer|Großen|Kleine|Obere|Untere|Oberer|Unterer)$/.test(
      lexicon.tokens[at]!.text,
    )
  )
    return undefined;
  const last = streetWords(lexicon, at + 1);
  if (last < 0 || last > at + 5 || !lexicon.isCapital(last) || lexicon.has(last, ROLE.never)) return undefined;
  const number = lexicon.isSpaced(last + 1) ? readHouseNumber(lexicon, last + 1) : -1;
  if (number < 0) return undefined;
  const next = lexicon.tokens[number + 1];
  const isDateLike = next?.text === '.' && lexicon.tokens[number + 2]?.kind === 'number';
  const isYear = lexicon.tokens[last + 1]!.text.length === 4;
  if (isDateLike || isYear) return undefined;
  return {
    first: at,
    last: number,
    hasNumber: true,
    confidence: next?.kind !== 'word' || lexicon.shape[number + 1] !== SHAPE.small ? 0.82 : 0.6,
  };
}

/** English: "14 High Street", "Flat 3, 27 Lister Fold", beginning with the number at `at`. */
export function readNumberedStreet(lexicon: Lexicon, at: number): Street | undefined {
  const { tokens } = lexicon;
  const number = readHouseNumber(lexicon, at);
  if (number < 0 || !(lexicon.isSpaced(number + 1) || tokens[number + 1]?.text === ',')) return undefined;
  let word = tokens[number + 1]!.text === ',' ? number + 2 : number + 1;
  let last = -1;
  for (let words = 0; words < 5 && tokens[word] !== undefined; words += 1) {
    const isJoint = tokens[word]!.kind === 'word' && STREET_JOINTS.has(tokens[word]!.text.toLowerCase()) && words > 0;
    const isDirection = words === 0 && /^[NSEW]$/.test(tokens[word]!.text);
    if (!lexicon.isCapital(word) && !isJoint && !isDirection) break;
    if (lexicon.has(word, ROLE.never) || !(words === 0 || lexicon.isSpaced(word) || lexicon.isGlued(word))) break;
    if (words > 0 && lexicon.has(word, ROLE.streetTail)) last = word;
    word += 1;
    if (/^['’]$/.test(tokens[word]?.text ?? '') && lexicon.isGlued(word)) word += 2;
    else if (
      /^[-.]$/.test(tokens[word]?.text ?? '') &&
      lexicon.isGlued(word) &&
      (tokens[word]!.text === '-' ? lexicon.isGlued(word + 1) : tokens[word - 1]!.text.length <= 3)
    )
      word += 1;
  }
  if (last < 0) return undefined;
  return { first: withHouse(lexicon, at), last: withDetails(lexicon, last), hasNumber: true, confidence: 0.92 };
}

const HOUSE =
  /^(?:house|lodge|court|cottage|mill|farm|barn|hall|buildings?|mansions?|place|quay|manor|rectory|vicarage|gatehouse|forge|dairy|villa|tower|towers|centre|center|works|chambers|park|point|wharf|yard|steading|grange|flats?|apt|apartment|unit|suite|floor|plot|lot|shop|block|blk|level|room|basement)$/i;
const SEGMENTS_MAX = 3;

/** First token with the flat and house before a street: "Flat 2, Lugger House, 41 Embankment Road". */
function withHouse(lexicon: Lexicon, at: number): number {
  const { tokens } = lexicon;
  let first = at;
  for (let segments = 0; segments < SEGMENTS_MAX && first > 0; segments += 1) {
    let start = tokens[first - 1]!.text === ',' ? first - 2 : first - 1;
    const end = start;
    let isHouse = false;
    while (start >= 0 && end - start < 6 && isHousePart(lexicon, start)) {
      if (HOUSE.test(tokens[start]!.text)) isHouse = true;
      start -= 1;
    }
    if (!isHouse || start + 1 > end) break;
    first = start + 1;
  }
  return first;
}

function isHousePart(lexicon: Lexicon, index: number): boolean {
  const { tokens, shape } = lexicon;
  const { kind, text } = tokens[index]!;
  if (kind === 'number' || kind === 'mixed' || shape[index] === SHAPE.letter) return text.length <= 4;
  if (kind === 'mark') return (text === "'" || text === '’' || text === '/' || text === '-') && lexicon.isGlued(index);
  return (
    kind === 'word' &&
    (lexicon.isCapital(index) || HOUSE.test(text)) &&
    !lexicon.has(index, ROLE.label | ROLE.placeLabel | ROLE.title)
  );
}

/** English, without a number: "Flat 9, Teal Court", "The Old Forge, Priory Lane", ending with the street word at `at`. */
export function readNamedHouse(lexicon: Lexicon, at: number): Street | undefined {
  if (!lexicon.has(at, ROLE.streetTail) || !lexicon.isCapital(at) || !lexicon.isSpaced(at)) return undefined;
  let first = at;
  while (
    first > 0 &&
    at - first < 4 &&
    lexicon.isSpaced(first) &&
    lexicon.isCapital(first - 1) &&
    !lexicon.has(first - 1, ROLE.never)
  )
    first -= 1;
  if (first === at) return undefined;
  const house = withHouse(lexicon, first);
  return house < first ? { first: house, last: at, hasNumber: true, confidence: 0.8 } : undefined;
}
