import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';

const ADDITIONS = new Set(['bis', 'ter', 'quater', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k']);
/** Marks and words that may stand between a street and its number: "Mayor, nº 5", "Roma n. 12". */
const NUMBER_SIGNS = new Set([
  'nº',
  'n°',
  'no',
  'nr',
  'num',
  'número',
  'n',
  'núm',
  'numero',
  'civico',
  'n.º',
  'km',
  '#',
]);
/** Words that make a number something else than a house number. */
const NOT_A_HOUSE =
  /^(?:uhr|€|eur|euro|euros|%|prozent|kg|g|km|m|cm|mm|ml|l|mg|stück|stk|tage|tagen|wochen|monate|monaten|jahre|jahren|days?|weeks?|months?|years?|jours?|mois|ans|semaines?|heures?|h|días?|meses|años|semanas|horas|giorni|mesi|anni|settimane|ore|min|minuten|minutes?|sek|chf|usd|gbp|£|\$|x|×|mal|°|st|nd|rd|th|pm|am|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|décembre)$/i;

/** True when the token can be a house number: one to four digits, perhaps with a letter ("87a"). */
export function isHouseNumber({ tokens }: Lexicon, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  return token.kind === 'number'
    ? token.text.length <= 4 && token.text !== '0'
    : token.kind === 'mixed' && /^\d{1,4}\p{L}$/u.test(token.text);
}

/** Last token of a house number that begins at `index`, with letter, range and fraction ("48 c", "12-14", "12/A", "12 bis"); -1 when none does. */
export function readHouseNumber(lexicon: Lexicon, index: number): number {
  const { tokens, isGlued, isSpaced } = lexicon;
  if (!isHouseNumber(lexicon, index)) return -1;
  let last = index;
  for (let parts = 0; parts < 4; parts += 1) {
    const next = tokens[last + 1];
    if (next === undefined || next.kind === 'break') break;
    const after = tokens[last + 2];
    if (
      /^[/\-–+]$/.test(next.text) &&
      after !== undefined &&
      (after.kind === 'number' || after.kind === 'mixed' || after.text.length === 1)
    ) {
      const tight = isGlued(last + 1) && isGlued(last + 2);
      const loose =
        isSpaced(last + 1) &&
        isSpaced(last + 2) &&
        after.kind === 'number' &&
        after.text.length <= 3 &&
        next.text !== '+';
      if ((!tight && !loose) || after.text.length > 4) break;
      last += 2;
    } else if (
      next.kind === 'word' &&
      (isSpaced(last + 1) || isGlued(last + 1)) &&
      ADDITIONS.has(next.text.toLowerCase()) &&
      !isWordAfter(lexicon, last + 1)
    ) {
      last += 1;
    } else break;
  }
  const next = tokens[last + 1];
  const isOther =
    (next !== undefined &&
      next.kind !== 'break' &&
      NOT_A_HOUSE.test(next.text) &&
      isSpacedOrGlued(lexicon, last + 1)) ||
    (next?.text === ':' && isGlued(last + 1) && tokens[last + 2]?.kind === 'number') ||
    ((next?.text === '.' || next?.text === ',') &&
      isGlued(last + 1) &&
      isGlued(last + 2) &&
      tokens[last + 2]?.kind === 'number');
  return isOther ? -1 : last;
}

function isSpacedOrGlued(lexicon: Lexicon, index: number): boolean {
  return lexicon.isSpaced(index) || lexicon.isGlued(index);
}

/** "3 a casa": a letter that is a word of its own, with more text after it. */
function isWordAfter({ tokens, isSpaced, shape, language }: Lexicon, index: number): boolean {
  const next = tokens[index + 1];
  return (
    tokens[index]!.text.length === 1 &&
    next?.kind === 'word' &&
    isSpaced(index + 1) &&
    (language !== 'de' || shape[index + 1] === SHAPE.small)
  );
}

/** The token of the house number after a street that ends before `index`: passes over a comma and "nº"; -1 when there is none. */
export function findHouseNumber(lexicon: Lexicon, index: number): number {
  const { tokens } = lexicon;
  let at = index;
  if (tokens[at]?.text === ',') at += 1;
  const word = tokens[at]?.text.toLowerCase();
  if (word !== undefined && NUMBER_SIGNS.has(word)) {
    at += 1;
    while (tokens[at] !== undefined && /^[.º°]$/.test(tokens[at]!.text)) at += 1;
  }
  if (/^s$/i.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text === '/' && /^n$/i.test(tokens[at + 2]?.text ?? ''))
    return at;
  if (tokens[at]?.text.toLowerCase() === 'snc') return at;
  return isHouseNumber(lexicon, at) ? at : -1;
}
