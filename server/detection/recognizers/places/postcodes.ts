import { PLACE } from '../../gazetteers/format.ts';
import type { Gazetteers } from '../../gazetteers/index.ts';
import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { TownReader } from './towns.ts';

/** A postal code with its town, as tokens, `last` inclusive. */
export interface CodeAndTown {
  readonly first: number;
  readonly last: number;
  /** 0 to 1. */
  readonly confidence: number;
}

const COUNTRY = /^(?:D|A|F|I|E|CH|L|B|DE|AT|FR|IT|ES|FL|LI|BE|LU|NL|DK|PL)$/;
const TOWN_WORDS_MAX = 4;
const TOWN_JOINTS = new Set([
  'am',
  'an',
  'der',
  'im',
  'in',
  'ob',
  'bei',
  'auf',
  'vor',
  'de',
  'del',
  'della',
  'di',
  'du',
  'des',
  'la',
  'le',
  'les',
  'los',
  'las',
  'el',
  'en',
  'sur',
  'sous',
  'lès',
  'aux',
  'd',
  'l',
  'sul',
  'al',
  'a',
  'nell',
  'dell',
  'i',
  'y',
  'lez',
  'et',
  'unter',
  'a.d',
  'ob der',
]);
const BRITISH_OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const BRITISH_INWARD = /^\d[A-Z]{2}$/;
const EIRCODE = /^[A-Z]\d{2}$/;
/** States and territories of the United States (USPS Publication 28, appendix B): "OH 44106". */
const AMERICAN =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/;
/** "NSW 2093". */
const AUSTRALIAN = /^(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)$/;
const CANADIAN = /^[A-Z]\d[A-Z]$/;
const CANADIAN_END = /^\d[A-Z]\d$/;
const BRITISH_WHOLE = /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/;

export interface PostcodeReader {
  /** Code and town that begin at token `index`; undefined when none do. */
  read(lexicon: Lexicon, index: number): CodeAndTown | undefined;
  /** A postal code of letters and digits, or a state and a code (GB, IE, CA, US, AU), that begins at token `index` as its last token; -1 when none does. */
  readBritish(lexicon: Lexicon, index: number): number;
  /** A known postal code of five digits without its town at token `index`, as its last token; -1 when none stands there. */
  readBare(lexicon: Lexicon, index: number): number;
}

/** "X5000EPR Córdoba", "C1425FIH CABA", "S2000 Rosario", "AD500": Argentina and Andorra. */
const LETTERED = /^(?:[A-HJ-NP-Z]\d{4}(?:[A-Z]{3})?|AD\d00)$/;

export function createPostcodeReader(gazetteers: Gazetteers, towns: TownReader): PostcodeReader {
  const isKnown = (code: number, digits: number): boolean =>
    digits === 5
      ? (['de', 'fr', 'es', 'it'] as const).some((country) => gazetteers.hasPostcode(country, code))
      : (['at', 'ch'] as const).some((country) => gazetteers.hasPostcode(country, code));

  return {
    read(lexicon, index) {
      const { tokens } = lexicon;
      let code = index;
      let hasCountry = false;
      if (
        tokens[index]!.kind === 'word' &&
        COUNTRY.test(tokens[index]!.text) &&
        tokens[index + 1]?.text === '-' &&
        lexicon.isGlued(index + 1) &&
        lexicon.isGlued(index + 2)
      ) {
        code = index + 2;
        hasCountry = true;
      }
      const digits = tokens[code];
      if (digits?.kind !== 'number' || (digits.text.length !== 5 && digits.text.length !== 4)) return undefined;
      if (!lexicon.isSpaced(code + 1) || (!lexicon.isCapital(code + 1) && !isElidedTown(lexicon, code + 1)))
        return undefined;
      if (code > 0 && lexicon.isGlued(code) && !hasCountry && /^[\d.,/\-+]$/.test(tokens[code - 1]!.text))
        return undefined;
      if (lexicon.has(code + 1, ROLE.never) && !(lexicon.isSpaced(code + 2) && lexicon.isCapital(code + 2)))
        return undefined;
      const town = towns.read(lexicon, code + 1);
      const isListed = (town.bits & (PLACE.whole | 0x7f)) > PLACE.whole || (town.bits & PLACE.world) !== 0;
      const listedLast = town.last;
      const isValid = isKnown(Number(digits.text), digits.text.length);
      const isShort = digits.text.length === 4 && !hasCountry;
      if (isShort && !(isListed && isValid) && (YEAR.test(digits.text) || !opensLine(lexicon, index))) return undefined;
      if (!isListed && !isValid && !hasCountry) return undefined;
      if (
        !isListed &&
        lexicon.common[code + 1]! >= 5 &&
        tokens[code + 2]?.text !== '-' &&
        lexicon.capsLine[code + 1] === 0 &&
        !hasCountry
      )
        return undefined;
      const last = townEnd(lexicon, code + 1, isListed ? listedLast : -1);
      const confidence = isListed && isValid ? 0.95 : isListed || hasCountry ? 0.88 : 0.75;
      return {
        first: index,
        last,
        confidence: digits.text.length === 4 && !hasCountry ? confidence - 0.1 : confidence,
      };
    },
    readBritish(lexicon, index) {
      const { tokens } = lexicon;
      const text = tokens[index]!.text;
      if (lexicon.isSpaced(index + 1) && tokens[index + 1]?.kind === 'number' && followsTown(lexicon, index)) {
        const { length } = tokens[index + 1]!.text;
        if ((AMERICAN.test(text) && length === 5) || (AUSTRALIAN.test(text) && length === 4)) return index + 1;
      }
      if (tokens[index]!.kind !== 'mixed') return -1;
      if (lexicon.language === 'es' && LETTERED.test(text))
        return lexicon.isSpaced(index + 1) && lexicon.isCapital(index + 1) ? townEnd(lexicon, index + 1, -1) : index;
      if (BRITISH_WHOLE.test(text) && text.length >= 5 && lexicon.language === 'en') return index;
      if (CANADIAN.test(text) && CANADIAN_END.test(tokens[index + 1]?.text ?? '') && lexicon.isSpaced(index + 1))
        return index + 1;
      if (EIRCODE.test(text) && /^[A-Z\d]{4}$/.test(tokens[index + 1]?.text ?? '') && lexicon.isSpaced(index + 1))
        return index + 1;
      return BRITISH_OUTWARD.test(text) &&
        BRITISH_INWARD.test(tokens[index + 1]?.text ?? '') &&
        lexicon.isSpaced(index + 1)
        ? index + 1
        : -1;
    },
    readBare({ tokens }, index) {
      const { kind, text } = tokens[index] ?? { kind: 'break', text: '' };
      const isClosed = /^[,.;)\n]$|^\r\n$/.test(tokens[index + 1]?.text ?? '\n');
      return kind === 'number' && text.length === 5 && isClosed && isKnown(Number(text), 5) ? index : -1;
    },
  };
}

/** "Springfield, OH 44106", "Manly NSW 2095": a capitalised word or a comma before the state. */
function followsTown(lexicon: Lexicon, index: number): boolean {
  return lexicon.tokens[index - 1]?.text === ',' || (index > 0 && lexicon.isCapital(index - 1));
}

/** "2020 Chevrolet": in a date or a year of manufacture four digits are no postal code. */
const YEAR = /^(?:19|20)\d\d$/;

function isElidedTown({ tokens, isGlued }: Lexicon, index: number): boolean {
  return (
    /^[ld]$/i.test(tokens[index]?.text ?? '') && isGlued(index + 1) && /^['’]$/.test(tokens[index + 1]?.text ?? '')
  );
}

function opensLine({ tokens }: Lexicon, index: number): boolean {
  const before = tokens[index - 1];
  return (
    before === undefined || before.kind === 'break' || before.text === ',' || before.text === '·' || before.text === '|'
  );
}

/** Last token of a town's name: what the list knows, or the capitalised words; "(BO)", "Cedex 08" and a province's letters included. */
function townEnd(lexicon: Lexicon, start: number, listed: number): number {
  const { tokens } = lexicon;
  let last = listed;
  if (last < 0) {
    let at = start;
    for (let words = 0; words < TOWN_WORDS_MAX; words += 1) {
      const token = tokens[at];
      if (token === undefined || token.kind === 'break' || (words > 0 && !lexicon.isSpaced(at) && !lexicon.isGlued(at)))
        break;
      if (token.kind === 'mark') {
        if (!/^[-'’/.]$/.test(token.text) || !lexicon.isGlued(at)) break;
        if (token.text === '.' && !lexicon.isGlued(at + 1) && tokens[at - 1]!.text.length > 4) break;
      } else if (token.kind !== 'word') break;
      else if (lexicon.isCapital(at) && !(words > 0 && lexicon.has(at, ROLE.never | ROLE.label | ROLE.title)))
        last = at;
      else if (!TOWN_JOINTS.has(token.text.toLowerCase()) && lexicon.shape[at] !== SHAPE.letter) break;
      at += 1;
    }
    last = Math.max(last, start);
  }
  // "Kassel-Wilhelmshöhe"
  while (
    tokens[last + 1]?.text === '-' &&
    lexicon.isGlued(last + 1) &&
    lexicon.isGlued(last + 2) &&
    lexicon.isCapital(last + 2)
  )
    last += 2;
  const next = tokens[last + 1];
  if (next?.text === '(' && tokens[last + 3]?.text === ')' && tokens[last + 2]!.kind === 'word') return last + 3;
  if (/^cedex$/i.test(next?.text ?? ''))
    return tokens[last + 2]?.kind === 'number' && tokens[last + 2]!.text.length <= 2 ? last + 2 : last + 1;
  if (
    lexicon.shape[last + 1] === SHAPE.upper &&
    next!.text.length === 2 &&
    lexicon.language === 'it' &&
    lexicon.isSpaced(last + 1)
  )
    return last + 1;
  return last;
}
