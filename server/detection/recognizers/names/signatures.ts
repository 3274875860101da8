import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate, TextView } from '../../recognizer.ts';
import { canFollow, canStand, surnameStrength, isGiven } from './evidence.ts';
import { afterTitles } from './titles.ts';
import { readRun, type Unit } from './units.ts';

/** Closing formulas at the end of a line, in the five languages. */
const CLOSING =
  /(?:grüßen|grüssen|gruß|gruss|grüße|hochachtungsvoll|\bLG|\bVG|\bMfG|\bBG|regards|sincerely|faithfully|truly|best wishes|many thanks|kind wishes|cheers|\blove|cordialement|distinguées?|respectueuses?|sentiments|bien à (?:vous|toi)|bises|salutations|atentamente|saludos?|cordialmente|un abrazo|besos|cordiali|saluti|ossequi|distintamente|in fede|fdo\.?|a presto|danke|thanks|merci|gracias|grazie)[^\n]{0,14}$/iu;
const LINES_AFTER = 3;
const LINE_LENGTH_MAX = 70;

/** Names that stand alone on one of the lines after a closing formula. Linear: every line is looked at once. */
export function findSigned(lexicon: Lexicon, view: TextView): Candidate[] {
  const found: Candidate[] = [];
  const { text, lineStarts } = view;
  let open = 0;
  for (let line = 0; line < lineStarts.length; line += 1) {
    const start = lineStarts[line]!;
    const end = view.lineEnd(line);
    if (end - start > LINE_LENGTH_MAX * 2) {
      open = 0;
      continue;
    }
    const content = text.slice(start, end).trim();
    if (content === '') continue;
    if (open > 0) {
      open -= 1;
      const signed = signedName(lexicon, view.tokenAt(start), end);
      if (signed !== undefined) {
        found.push(signed);
        open = 0;
      }
    }
    if (CLOSING.test(content.slice(-LINE_LENGTH_MAX))) open = LINES_AFTER;
  }
  return found;
}

/** The line as a name: titles and name words and nothing else, or a name before a comma. */
function signedName(lexicon: Lexicon, first: number, lineEnd: number): Candidate | undefined {
  const { tokens } = lexicon;
  if (first >= tokens.length) return undefined;
  const titled = lexicon.has(first, ROLE.title) ? afterTitles(lexicon, first) : -1;
  const start = titled > 0 ? titled : first;
  const units = readRun(lexicon, start);
  const head = units[0];
  if (head === undefined || units.length > 5) return smallSignature(lexicon, first, lineEnd);
  const last = units[units.length - 1]!;
  const after = tokens[last.last + 1];
  const isWhole = after === undefined || after.start >= lineEnd || after.text === ',' || after.text === '(';
  if (!isWhole || !(head.initial || canStand(head)) || !units.slice(1).every(canFollow)) return undefined;
  if (!isLikely(units)) return undefined;
  return {
    start: tokens[head.first]!.start,
    end: tokens[last.last]!.end,
    category: 'person',
    confidence: 0.85,
    sources: ['names:signature'],
    priority: 44,
  };
}

function isLikely(units: readonly Unit[]): boolean {
  if (units.length > 1 && units[0]!.initial) return true;
  return units.some((unit) => !unit.initial && (isGiven(unit) || surnameStrength(unit) >= 1 || unit.common <= 1));
}

/** "lg\njana": a signature in small letters. */
function smallSignature(lexicon: Lexicon, first: number, lineEnd: number): Candidate | undefined {
  const token = lexicon.tokens[first]!;
  const next = lexicon.tokens[first + 1];
  if (
    token.kind !== 'word' ||
    lexicon.shape[first] !== SHAPE.small ||
    lexicon.common[first]! > 1 ||
    token.text.length < 3
  )
    return undefined;
  if (next !== undefined && next.start < lineEnd) return undefined;
  return {
    start: token.start,
    end: token.end,
    category: 'person',
    confidence: 0.7,
    sources: ['names:signature'],
    priority: 40,
  };
}
