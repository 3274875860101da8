import { PLACE } from '../../gazetteers/format.ts';
import type { Gazetteers } from '../../gazetteers/index.ts';
import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate, TextView } from '../../recognizer.ts';
import { findLabelledAddresses } from './labelled.ts';
import { addressStart, streetLine } from './lines.ts';
import { createPostcodeReader, type CodeAndTown, type PostcodeReader } from './postcodes.ts';
import {
  readFusedStreet,
  readHeadedStreet,
  readNamedHouse,
  readNumberedStreet,
  readPrepositionStreet,
  readSmallFusedStreet,
  type Street,
} from './streets.ts';
import { createTownReader, type TownReader } from './towns.ts';
import { readTown } from './settings.ts';

type Emit = (
  first: number,
  last: number,
  category: 'address' | 'location',
  source: string,
  confidence: number,
  priority: number,
) => void;

const PO_BOX = /^(?:Postfach|Apartado|Apdo|Casella|Box)$/;
const FRENCH_PO_BOX = /^(?:BP|CS|TSA)$/;

/** Finds postal addresses and the towns that place somebody. One pass over the tokens with bounded look-around. */
export function findPlaces(view: TextView, lexicon: Lexicon, gazetteers: Gazetteers): Candidate[] {
  const found: Candidate[] = [...findLabelledAddresses(view.text)];
  const towns = createTownReader(gazetteers);
  const postcodes = createPostcodeReader(gazetteers, towns);
  const { tokens } = lexicon;
  const emit: Emit = (first, last, category, source, confidence, priority) => {
    found.push({
      start: tokens[first]!.start,
      end: tokens[last]!.end,
      category,
      confidence,
      sources: [source],
      priority,
    });
  };
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at]!;
    if (token.kind === 'break' || token.kind === 'mark') {
      at += 1;
      continue;
    }
    const street = streetAt(view, lexicon, at);
    if (street !== undefined) {
      at = emitStreet(lexicon, street, postcodes, towns, emit);
      continue;
    }
    const line = streetLine(lexicon, at, postcodes);
    if (line >= 0) {
      emit(at, line, 'address', 'places:line-above', 0.8, 47);
      at = line + 1;
      continue;
    }
    const place = postcodes.read(lexicon, at);
    if (place !== undefined) {
      at = emitCode(lexicon, place, emit);
      continue;
    }
    const british = postcodes.readBritish(lexicon, at);
    if (british >= 0) {
      const start = addressStart(lexicon, britishTown(lexicon, towns, at));
      if (start >= 0) emit(start, british, 'address', 'places:address', 0.88, 61);
      emit(britishTown(lexicon, towns, at), british, 'location', 'places:postcode', 0.9, 60);
      at = british + 1;
      continue;
    }
    if (token.kind === 'word') {
      const box = poBox(lexicon, at);
      if (box >= 0) {
        const end = codeOnLine(lexicon, box + 1, postcodes)?.last ?? box;
        emit(boxStart(lexicon, at), end, 'address', 'places:po-box', 0.85, 60);
        at = end + 1;
        continue;
      }
      const town = readTown(lexicon, towns, at);
      if (town !== undefined) {
        emit(at, town.last, 'location', town.source, town.confidence, town.priority);
        at = town.last + 1;
        continue;
      }
    }
    at += 1;
  }
  return found;
}

const DOTTED_HEAD = /^(?:c\.so|p\.zza|p\.za|p\.tta|v\.le|l\.go|c\.da|c\/da|p\.le|b\.go|fr?az\.|loc\.|str\.)\s/i;

/** Abbreviated Italian street words with letters after the full stop: "C.so", "P.zza". */
function isDottedHead({ text, tokens, language }: Lexicon, at: number): boolean {
  const { start, end } = tokens[at]!;
  return language === 'it' && end - start <= 4 && DOTTED_HEAD.test(text.slice(start, start + 7));
}

function streetAt(view: TextView, lexicon: Lexicon, at: number): Street | undefined {
  const { kind } = lexicon.tokens[at]!;
  if (kind === 'number' || kind === 'mixed') return readNumberedStreet(lexicon, at);
  if (lexicon.has(at, ROLE.streetHead) || isDottedHead(lexicon, at)) {
    const headed = readHeadedStreet(lexicon, at);
    if (headed !== undefined && (headed.hasNumber || lexicon.language !== 'de')) return headed;
  }
  if (lexicon.shape[at] === SHAPE.small && lexicon.tokens[at - 1]?.text !== '-')
    return lexicon.language === 'de' ? readSmallFusedStreet(view, lexicon, at) : undefined;
  if (lexicon.language === 'en') return readNamedHouse(lexicon, at);
  return (
    readFusedStreet(view, lexicon, at) ?? (lexicon.language === 'de' ? readPrepositionStreet(lexicon, at) : undefined)
  );
}

/** Reports a street; with code and town on the same line, the whole as one address. @returns the token to go on from */
function emitStreet(
  lexicon: Lexicon,
  street: Street,
  postcodes: PostcodeReader,
  towns: TownReader,
  emit: Emit,
): number {
  const { tokens } = lexicon;
  const code = codeOnLine(lexicon, street.last + 1, postcodes);
  if (code !== undefined) {
    emit(street.first, code.last, 'address', 'places:address', 0.95, 60);
    return code.last + 1;
  }
  const british = britishOnLine(lexicon, street.last + 1, postcodes);
  if (british >= 0) {
    emit(street.first, british, 'address', 'places:address', 0.95, 60);
    return british + 1;
  }
  const bare = postcodes.readBare(lexicon, tokens[street.last + 1]?.text === ',' ? street.last + 2 : street.last + 1);
  if (bare >= 0) {
    emit(street.first, bare, 'address', 'places:address', 0.92, 60);
    return bare + 1;
  }
  let last = street.last;
  if (street.hasNumber && tokens[last + 1]?.text === ',' && lexicon.isCapital(last + 2)) {
    // "14 High Street, Leeds": the town after a comma is part of the one-line address.
    const town = towns.read(lexicon, last + 2);
    const isTown = (town.bits & PLACE.whole) !== 0 && (town.bits & (0x7f | PLACE.world)) !== 0;
    const after = tokens[town.last + 1];
    if (isTown && (after?.kind !== 'word' || lexicon.shape[town.last + 1] === SHAPE.small)) last = town.last;
  }
  emit(street.first, last, 'address', 'places:street', street.confidence, street.hasNumber ? 58 : 44);
  return last + 1;
}

const LINE_TOKENS_MAX = 14;

/** A code with its town after a street on the same line, with at most a few words between. */
function codeOnLine(lexicon: Lexicon, from: number, postcodes: PostcodeReader): CodeAndTown | undefined {
  const { tokens } = lexicon;
  for (let at = from; at < tokens.length && at < from + LINE_TOKENS_MAX; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'break' || token.text === ':' || token.text === ';' || token.text === '|') return undefined;
    if (token.kind === 'number' || /^[A-Z]{1,2}$/.test(token.text)) {
      const place = postcodes.read(lexicon, at);
      if (place !== undefined) return place;
    }
    if (token.kind === 'word' && lexicon.shape[at] === SHAPE.small && token.text.length > 4 && lexicon.common[at]! >= 5)
      return undefined;
  }
  return undefined;
}

function britishOnLine(lexicon: Lexicon, from: number, postcodes: PostcodeReader): number {
  const { tokens } = lexicon;
  for (let at = from; at < tokens.length && at < from + LINE_TOKENS_MAX; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'break' || token.text === ':' || token.text === ';' || token.text === '|') return -1;
    const last = postcodes.readBritish(lexicon, at);
    if (last >= 0) return last;
    if (token.kind === 'word' && lexicon.shape[at] === SHAPE.small && token.text.length > 4) return -1;
  }
  return -1;
}

/** "Leeds LS1 4AB": the town directly before a British code. */
function britishTown(lexicon: Lexicon, towns: TownReader, index: number): number {
  for (const back of [3, 2, 1]) {
    const start = index - back;
    if (start < 0 || !lexicon.isCapital(start)) continue;
    const town = towns.read(lexicon, start);
    if (
      (town.bits & PLACE.whole) !== 0 &&
      (town.last === index - 1 || (town.last === index - 2 && lexicon.tokens[index - 1]!.text === ','))
    )
      return start;
  }
  return lexicon.isCapital(index - 1) && lexicon.isSpaced(index) ? index - 1 : index;
}

function emitCode(lexicon: Lexicon, place: CodeAndTown, emit: Emit): number {
  // "Deichreihe 4, 26434 Wangerland": an unknown street before the code on the same line.
  const first = addressStart(lexicon, place.first);
  if (first >= 0) emit(first, place.last, 'address', 'places:address', 0.88, 60);
  else emit(place.first, place.last, 'location', 'places:postcode', place.confidence, 59);
  return place.last + 1;
}

/** "PO Box", "P.O. Box": the letters before the word. */
function boxStart({ text, tokens }: Lexicon, at: number): number {
  const before = /p\.?\s?o\.?\s?$/i.exec(text.slice(Math.max(0, tokens[at]!.start - 6), tokens[at]!.start));
  let first = at;
  while (before !== null && first > 0 && tokens[first - 1]!.start >= tokens[at]!.start - before[0].length) first -= 1;
  return first;
}

/** "Postfach 12 34", "P.O. Box 12", "Apartado de Correos 5": last token; -1 when there is none. */
function poBox(lexicon: Lexicon, at: number): number {
  const { tokens } = lexicon;
  if (!PO_BOX.test(tokens[at]!.text) && !(lexicon.language === 'fr' && FRENCH_PO_BOX.test(tokens[at]!.text))) return -1;
  let last = -1;
  for (let next = at + 1; next <= at + 4; next += 1) {
    const token = tokens[next];
    if (token === undefined || token.kind === 'break' || token.text === ',') break;
    if (token.kind === 'number') last = next;
    else if (last >= 0 || (token.kind === 'word' && lexicon.isCapital(next) && token.text.length > 8)) break;
  }
  return last;
}
