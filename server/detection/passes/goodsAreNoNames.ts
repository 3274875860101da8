import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { headerAt, headsGoods } from '../recognizers/labelled/layout.ts';
import { CERTAIN, isFullName, restsOnLooks, restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone, NAMES } from './names.ts';

/** Categories for which the tagger alone takes the code of an article or a size. */
const CODES: ReadonlySet<string> = new Set(['licenseplate', 'reference', 'deviceid', 'idcard', 'passport', 'taxid']);
const LINE_LENGTH_MAX = 400;
/** A quantity, a price, an amount. */
const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[.' ]\d{3}){0,2}(?:[.,]\d{1,3})?(?![\p{L}\p{N}])/gu;
const DECIMALS = /[.,]\d\d$/;
/** Numbers at the end of a row among which quantity, price and amount are looked for. */
const NUMBERS_MAX = 5;
/** Amounts are rounded to cents. */
const ROUNDING = 0.011;
/** Hours, nights, lessons and treatments are sold by or to persons, whose names stand in such rows. */
const SERVICE =
  /(?<!\p{L})(?:std|stunden?|tage?|nacht|nächte|lektion(?:en)?|sitzung(?:en)?|termine?|h|hrs?|hours?|days?|nights?|lessons?|sessions?|visits?|heures?|jours?|nuits?|cours|séances?|visites?|horas?|días?|noches?|clases?|sesi[oó]n(?:es)?|visitas?|or[ae]|giorn[oi]|nott[ei]|lezion[ei]|sedut[ae]|visit[ae])(?!\p{L})/iu;

/** The number of a batch of food stands beside the date until which it keeps. */
const BATCH_BEFORE =
  /(?<!\p{L})(?:charge|chargennr|los|lot|lote|lotto|batch|l)[ .:]{0,2}(?:n[.°ºo]{0,2}|nr\.?|no\.?)?[ :]{0,2}$/iu;
const KEEPS =
  /(?<!\p{L})(?:MHD|EAN|DLUO|DDM|best before|use by|mindestens haltbar|à consommer|consumo preferente|consumir preferente|da consumarsi|consumarsi)/iu;
const BATCH_REACH = 80;

/**
 * Takes back names and codes that only their look suggests in the rows of price lists, where articles are named, and the words taken back in the rest of the text. Full
 * names stay: such rows also say who pays what.
 * The strict level keeps them.
 */
export function createGoodsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const isGoodsRow = createRowTest(view);
    const kept = winners.filter((find) => find.category !== 'deviceid' || !isBatch(view, find));
    const lexicon = lexiconOf(view);
    const isGoods = kept.map(
      (find) =>
        find.confidence < CERTAIN.goods &&
        isDoubtful(find) &&
        isGoodsRow(view.lineAt(find.start)) &&
        !isFullName(view, lexicon, find),
    );
    if (!isGoods.includes(true)) return kept;
    const goods = new Set<string>();
    for (const [index, { start, end, category }] of kept.entries()) {
      if (!isGoods[index] || !NAMES.has(category)) continue;
      for (let at = view.tokenAt(start); at < lexicon.tokens.length && lexicon.tokens[at]!.start < end; at += 1) {
        if (lexicon.isCapital(at)) goods.add(view.folded[at]!);
      }
    }
    return kept.filter((find, index) => {
      if (isGoods[index]) return false;
      if (!NAMES.has(find.category) || find.confidence >= CERTAIN.goodsElsewhere || !restsOnLooks(find)) return true;
      const first = view.tokenAt(find.start);
      return lexicon.tokens[first]!.end < find.end || !goods.has(view.folded[first]!);
    });
  });
}

function isBatch(view: TextView, { start, end }: Candidate): boolean {
  return (
    BATCH_BEFORE.test(view.before(start, BATCH_REACH / 4)) &&
    KEEPS.test(`${view.before(start, BATCH_REACH)} ${view.after(end, BATCH_REACH)}`)
  );
}

function isDoubtful(find: Candidate): boolean {
  if (NAMES.has(find.category)) return restsOnLooksOrKinds(find);
  return CODES.has(find.category) && isTaggerAlone(find);
}

/** Tells whether a line is a row of a price list; every line is read once at most. */
function createRowTest(view: TextView): (line: number) => boolean {
  const rows = new Map<number, boolean>();
  const headed = new Map<number, boolean>();

  /** True when a header of goods stands above the line, in the same block of lines with at least two cells. */
  const isBelowHeader = (line: number): boolean => {
    let above = line;
    let found = headed.get(above);
    while (found === undefined && above > 0) {
      above -= 1;
      found = headed.get(above) ?? headerOrEnd(view, above);
    }
    for (let at = above; at <= line; at += 1) headed.set(at, found ?? false);
    return found ?? false;
  };

  return (line) => {
    let isRow = rows.get(line);
    if (isRow === undefined) {
      const content = contentOf(view, line);
      isRow =
        content !== '' &&
        !SERVICE.test(content) &&
        (isCalculation(content) || (hasAmount(content) && isBelowHeader(line)));
      rows.set(line, isRow);
    }
    return isRow;
  };
}

function contentOf(view: TextView, line: number): string {
  const start = view.lineStarts[line]!;
  const end = view.lineEnd(line);
  return end - start > LINE_LENGTH_MAX ? '' : view.text.slice(start, end).trim();
}

/** True for the header of a price list, false where a table above a row has ended; undefined in between. */
function headerOrEnd(view: TextView, line: number): boolean | undefined {
  const content = contentOf(view, line);
  if (content === '') return false;
  const header = headerAt(view, line);
  return header === undefined ? undefined : headsGoods(view, header);
}

function valueOf(number: string): number {
  const plain = number.replace(/[.' ](?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return Number(plain);
}

function hasAmount(content: string): boolean {
  return /\d[.,]\d\d[ €$£|;]*(?:EUR)?$/.test(content);
}

/** "4010 Tilsiter 3 St 18,40 55,20": a quantity times a price is the amount at the end. */
function isCalculation(content: string): boolean {
  if (!hasAmount(content)) return false;
  const numbers = [...content.matchAll(NUMBER)].slice(-NUMBERS_MAX).map(([number]) => number);
  const amount = numbers.pop();
  if (amount === undefined || !DECIMALS.test(amount)) return false;
  const total = valueOf(amount);
  for (const [index, price] of numbers.entries()) {
    if (!DECIMALS.test(price)) continue;
    const isProduct = (quantity: string): boolean =>
      Math.abs(valueOf(quantity) * valueOf(price) - total) < ROUNDING * Math.max(1, valueOf(quantity) / 10);
    if (total > 0 && numbers.slice(0, index).some(isProduct)) return true;
  }
  return false;
}
