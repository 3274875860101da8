import { PLACE } from '../../gazetteers/format.ts';
import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { TownReader } from './towns.ts';

export interface TownFind {
  readonly last: number;
  readonly source: string;
  readonly confidence: number;
  readonly priority: number;
}

const DATE_WORDS = /^(?:den|le|the|a|lì|li|il|em|on|,)$/;

/** A town that stands at token `at` in a setting that makes it one; undefined when it is none or cannot be told. */
export function readTown(lexicon: Lexicon, towns: TownReader, at: number): TownFind | undefined {
  const isSmall = lexicon.shape[at] === SHAPE.small;
  if (isSmall && (lexicon.common[at]! > (lexicon.has(at - 1, ROLE.placeCue) ? 1 : 0) || lexicon.isGlued(at)))
    return undefined;
  if (!isSmall && !lexicon.isCapital(at)) return readGalicianTown(lexicon, towns, at);
  if (lexicon.has(at, ROLE.never | ROLE.title | ROLE.greeting)) return undefined;
  // "Bad Fredeburg": spas whose town is listed without its Bad.
  const own = towns.read(lexicon, at);
  const spa =
    own.bits === 0 || (own.bits & PLACE.whole) === 0
      ? lexicon.tokens[at]!.text === 'Bad' && lexicon.isSpaced(at + 1) && lexicon.isCapital(at + 1)
      : false;
  const { bits, last: listed } = spa ? towns.read(lexicon, at + 1) : own;
  const isTown = (bits & PLACE.whole) !== 0 && (bits & (0x7f | PLACE.world)) !== 0;
  const isBig = isTown && (bits & (PLACE.large | PLACE.world)) !== 0;
  const isRegionOnly = (bits & PLACE.region) !== 0 && !isBig;
  if (isSmall)
    return isBig && lexicon.tokens[at]!.text.length >= 4
      ? { last: listed, source: 'places:town', confidence: 0.52, priority: 15 }
      : undefined;
  if (isRegionOnly) return undefined;
  const last = isTown ? listed : at;
  const common = last === at ? lexicon.common[at]! : 0;

  if (isDateLine(lexicon, at, last)) return { last, source: 'places:date-line', confidence: 0.88, priority: 48 };
  const cue = residenceBefore(lexicon, at);
  if (cue && (isTown || common <= (lexicon.opens[at] === 0 ? 4 : 2)))
    return { last: isTown ? last : unlisted(lexicon, at), source: 'places:residence', confidence: 0.85, priority: 48 };
  if (labelBefore(lexicon, at) && (isTown || common <= 3))
    return { last: isTown ? last : unlisted(lexicon, at), source: 'places:label', confidence: 0.82, priority: 47 };
  if (!isTown) return undefined;
  const afterCue = lexicon.has(at - 1, ROLE.placeCue) && lexicon.isSpaced(at);
  const isName = last === at && (lexicon.given[at]! >= 4 || lexicon.surname[at]! >= 5);
  // "in Erlangen", "a Vernazza": a capital in the middle of a sentence tells the town from the word.
  if (afterCue && isBig && common <= 6 && !lexicon.capsLine[at])
    return { last, source: 'places:town', confidence: 0.7, priority: 43 };
  if (afterCue && common <= 4)
    return { last, source: 'places:town', confidence: common <= 2 || last > at ? 0.78 : 0.6, priority: 43 };
  if (isHyphenated(lexicon, at, last)) return undefined;
  if (isBig && common <= 2 && !isName) return { last, source: 'places:town', confidence: 0.68, priority: 38 };
  if (last > at && lexicon.isCapital(last)) return { last, source: 'places:town', confidence: 0.6, priority: 36 };
  if (common <= 4 && !isName && lexicon.capsLine[at] === 0 && isEnclosed(lexicon, at, last))
    return { last, source: 'places:town', confidence: 0.55, priority: 20 };
  if (common <= 1 && !isName && lexicon.surname[at]! <= 2 && lexicon.given[at]! <= 2)
    return { last, source: 'places:town', confidence: 0.52, priority: 20 };
  return undefined;
}

/** "vive en A Coruña", "O Grove, 3 de mayo": a town with its article, which at the beginning of other sentences may be a preposition. */
function readGalicianTown(lexicon: Lexicon, towns: TownReader, at: number): TownFind | undefined {
  const isArticle = lexicon.language === 'es' && /^[AO]$/.test(lexicon.tokens[at]!.text) && lexicon.isSpaced(at + 1);
  if (!isArticle || !lexicon.isCapital(at + 1)) return undefined;
  const town = readTown(lexicon, towns, at + 1);
  if (town === undefined || lexicon.opens[at] === 0) return town;
  return isDateLine(lexicon, at, town.last) ? { ...town, source: 'places:date-line', priority: 48 } : undefined;
}

/** ", Aversa,", "(Aversa)", "| Aversa |": alone between marks or line ends. */
function isEnclosed({ tokens }: Lexicon, at: number, last: number): boolean {
  const before = tokens[at - 1]?.text ?? '\n';
  const after = tokens[last + 1]?.text ?? '\n';
  return /^[,(|;·–\n/]$/.test(before) && /^[,)|;·–\n/.]$/.test(after) && !(before === '\n' && after === '\n');
}

/** An unlisted village: the capitalised word with what a hyphen joins to it. */
function unlisted({ tokens, isGlued, isCapital }: Lexicon, at: number): number {
  let last = at;
  while (tokens[last + 1]?.text === '-' && isGlued(last + 1) && isGlued(last + 2) && isCapital(last + 2)) last += 2;
  return last;
}

function isHyphenated({ tokens, isGlued }: Lexicon, at: number, last: number): boolean {
  return (tokens[last + 1]?.text === '-' && isGlued(last + 1)) || (tokens[at - 1]?.text === '-' && isGlued(at));
}

/** "Leipzig, den 12.", "Lyon, le 3 mai", "Rovigo, 23 maggio": a place and a date alone on the line. */
function isDateLine({ tokens, capsLine }: Lexicon, at: number, last: number): boolean {
  const before = tokens[at - 1];
  const opens = before === undefined || before.kind === 'break' || /^(?:à|in|en|a)$/i.test(before.text);
  if (!opens || tokens[last + 1]?.text !== ',' || capsLine[at] === 1) return false;
  let next = last + 2;
  while (tokens[next] !== undefined && DATE_WORDS.test(tokens[next]!.text)) next += 1;
  const number = tokens[next];
  if (number?.kind !== 'number' || number.text.length > 2) return false;
  const after = tokens[next + 1];
  return after !== undefined && (/^[./-]$/.test(after.text) || (after.kind === 'word' && after.text.length >= 2));
}

/** "wohnhaft in", "né à", "residente a", within a few words before. */
function residenceBefore(lexicon: Lexicon, at: number): boolean {
  if (!lexicon.has(at - 1, ROLE.placeCue))
    return lexicon.has(at - 1, ROLE.residenceCue) && lexicon.isSpaced(at) && lexicon.language !== 'en';
  for (let back = at - 2; back >= 0 && back >= at - 8; back -= 1) {
    const token = lexicon.tokens[back]!;
    if (token.kind === 'break' || token.text === ';') return false;
    if (lexicon.has(back, ROLE.residenceCue)) return true;
  }
  return false;
}

function labelBefore(lexicon: Lexicon, at: number): boolean {
  const { tokens } = lexicon;
  if (tokens[at - 1]?.text !== ':') return false;
  for (let back = at - 2; back >= 0 && back >= at - 4; back -= 1) {
    if (tokens[back]!.kind === 'break') return false;
    if (lexicon.has(back, ROLE.placeLabel)) return true;
  }
  return false;
}
