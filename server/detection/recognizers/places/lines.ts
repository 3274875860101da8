import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import { isHouseNumber, readHouseNumber } from './houseNumbers.ts';
import type { PostcodeReader } from './postcodes.ts';

/** How far before a postal code its address begins at most, in tokens. */
const BEFORE_MAX = 20;
const NAME_MAX = 7;
/** Kinds of buildings, estates and hamlets that stand for a street in an address. */
const ESTATE =
  /^(?:za|zi|zac|zae|parc|lieu|lotissement|résidence|residence|res|immeuble|imm|bâtiment|bat|tour|domaine|hameau|villa|le|la|les|urb|urbanización|polígono|poligono|pol|residencial|edificio|edif|parcela|parque|finca|loc|località|fraz|frazione|contrada|cascina|zona|masseria|borgo|centro|haus|hof|gut|schloss|weiler|ortsteil|house|cottage|farm|barn|lodge|mill|hall|court|steading|unit|flat|the|apt|appt|apartment|suite|floor)$/i;
const JOINT =
  /^(?:de|del|della|dei|delle|degli|di|da|du|des|la|le|les|los|las|el|y|e|et|à|au|aux|an|am|auf|im|in|der|den|dem|die|zum|zur|vom|von|op|d|l|of|the|upon|en|sur|ind|dit|bus|bte|bât|n|nr|no|esc|of|apto|apt|depto|bajo|piso|int|nave|parc|lote|portal|puerta|bureau|porte|appt|étage|scala|piano|unit|flat)$/i;
const MARKS = new Set([',', '-', '–', '.', "'", '’', '/', '#', '"', 'º', '°', 'ª', '·', '(', ')']);
const NOT_IN_ADDRESS = ROLE.never | ROLE.title | ROLE.greeting | ROLE.label | ROLE.placeLabel | ROLE.organizationLabel;

/**
 * Where the address begins that a postal code at token `code` ends on the same line ("Grand-Rue 31, 1680 Romont", "ZA du
 * Ponteix, 87220 Feytiat"): a name with a house number, a house number with a name, or a building; -1 when there is none.
 */
export function addressStart(lexicon: Lexicon, code: number): number {
  const { tokens } = lexicon;
  if (tokens[code - 1]?.text !== ',' && tokens[code - 1]?.text !== '·') return -1;
  let from = code - 1;
  while (from > 0 && code - from < BEFORE_MAX && isPart(lexicon, from - 1)) from -= 1;
  for (let at = from; at < code - 1; at += 1) {
    const before = tokens[at - 1];
    const opens = at === from || before?.text === ',' || before?.text === '·' || before?.text === '–';
    if (opens && (isNamedNumber(lexicon, at, code) || isNumberedName(lexicon, at, code) || isEstate(lexicon, at)))
      return at;
  }
  return -1;
}

function isPart(lexicon: Lexicon, index: number): boolean {
  const { kind, text } = lexicon.tokens[index]!;
  if (kind === 'break') return false;
  if (kind === 'mark') return MARKS.has(text);
  if (kind === 'number' || kind === 'mixed') return text.length <= 4;
  if (lexicon.shape[index] === SHAPE.small) return JOINT.test(text);
  return (
    ESTATE.test(text) ||
    JOINT.test(text) ||
    lexicon.has(index, ROLE.streetHead | ROLE.streetTail) ||
    !lexicon.has(index, NOT_IN_ADDRESS)
  );
}

/** The token after the capitalised words from `at`; `at` itself when none stands there. */
function afterName(lexicon: Lexicon, at: number, limit: number): number {
  const { tokens } = lexicon;
  let end = at;
  for (let index = at; index < limit && index < at + NAME_MAX; index += 1) {
    const { kind, text } = tokens[index]!;
    if (lexicon.isCapital(index)) end = index + 1;
    else if (kind === 'mark' ? !/^[-'’.]$/.test(text) : kind !== 'word' || !JOINT.test(text)) break;
  }
  return end;
}

/** "Sous-les-Roches 4": capitalised words, then a house number. */
function isNamedNumber(lexicon: Lexicon, at: number, limit: number): boolean {
  if (!lexicon.isCapital(at) && !JOINT.test(lexicon.tokens[at]!.text)) return false;
  const end = afterName(lexicon, at, limit);
  const number = lexicon.tokens[end]?.text === ',' ? end + 1 : end;
  if (end <= at || number >= limit || !lexicon.isSpaced(number) || readHouseNumber(lexicon, number) < 0) return false;
  // "AHV 756": letters and digits of something else.
  return end > at + 1 || lexicon.shape[at] !== SHAPE.upper || lexicon.tokens[at]!.text.length > 4;
}

/** "17 op der Heed": a house number, then a name. */
function isNumberedName(lexicon: Lexicon, at: number, limit: number): boolean {
  if (!isHouseNumber(lexicon, at)) return false;
  const last = readHouseNumber(lexicon, at);
  if (last < 0) return false;
  const start = lexicon.tokens[last + 1]?.text === ',' ? last + 2 : last + 1;
  return start < limit && afterName(lexicon, start, limit) > start;
}

function isEstate(lexicon: Lexicon, at: number): boolean {
  return ESTATE.test(lexicon.tokens[at]!.text) && lexicon.isCapital(at);
}

/**
 * The last token of a street that fills the line which begins at token `at` and has a postal code on the next line ("17 The
 * Homend", "Oberdorf 21"); -1 when the line is none.
 */
export function streetLine(lexicon: Lexicon, at: number, postcodes: PostcodeReader): number {
  const { tokens } = lexicon;
  if (at > 0 && tokens[at - 1]!.kind !== 'break') return -1;
  let end = at;
  while (end < tokens.length && end < at + BEFORE_MAX && isPart(lexicon, end)) end += 1;
  if (tokens[end]?.kind !== 'break' || end < at + 2 || end + 1 >= tokens.length) return -1;
  if (!isNamedNumber(lexicon, at, end) && !isNumberedName(lexicon, at, end)) return -1;
  const hasCode = postcodes.read(lexicon, end + 1) !== undefined || hasBritishCode(lexicon, end + 1, postcodes);
  return hasCode ? end - 1 : -1;
}

function hasBritishCode(lexicon: Lexicon, from: number, postcodes: PostcodeReader): boolean {
  const { tokens } = lexicon;
  for (let at = from; at < tokens.length && at < from + NAME_MAX && tokens[at]!.kind !== 'break'; at += 1) {
    if (postcodes.readBritish(lexicon, at) >= 0) return true;
  }
  return false;
}
