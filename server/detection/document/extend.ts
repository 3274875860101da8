import { categoriesThat } from '../../contract/categoryTable.ts';
import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import type { Candidate, TextView } from '../recognizer.ts';

const NAMES = categoriesThat(({ name }) => name !== undefined);

/** What belongs to a name although it is none: "Strobl jun.", "Earl Boone III", "Bob Kessler, Sr.". */
const GENERATION = /,?[ ](?:jun\.|sen\.|jr\.?|sr\.?|junior|senior|II|III|IV|d\.[ ]?[JÄ]\.)(?![\p{L}\p{N}])/iuy;
const NUMERAL = /(?<![ivx])[ivx]+$/i;
/** Between the two halves of one person's name: son or daughter of, widow of. */
const PERSON_JOINT = /^[ ](?:s\/o|d\/o|a\/l|a\/p|c\/o|vda\.?[ ]de|v(?:iu|ve)da[ ]de)[ ]$/i;
/** Between the kind of an organization and the name of its owner: "Praxis Dres. Ruf", "Metallbau Noack Inh. Sven Noack", "Lesa 1921 ASD". */
const ORGANIZATION_JOINT =
  /^[ ](?:(?:Inh|Dres|Drs|Dr|Prof|Ing|Dott|Avv|RA|StB|med|dent|vet)\.[ ]?){1,4}$|^[ ](?:1[89]|20)?\d\d[ ]$/;
/** Italian and Spanish sole traders: "Traslochi Felsina di N. Ungureanu". */
const OWNER_JOINT = /^[ ](?:di|de)[ ]$/;

/**
 * Finds with what belongs to them: the rest of a word that the end of a line divides, "jun." behind a name, what stands between two
 * halves of one name, the parts of a building before and behind an address, the letters before the digits of a number. Every find is looked beside once.
 *
 * @param finds - sorted by start, not overlapping
 * @returns as many finds, in the same order, not overlapping
 */
export function extend(view: TextView, lexicon: Lexicon, finds: readonly Candidate[]): Candidate[] {
  const extended: Candidate[] = [];
  let floor = 0;
  for (const [index, find] of finds.entries()) {
    const next = finds[index + 1];
    const ceiling = next?.start ?? view.text.length;
    const isName = NAMES.has(find.category);
    const start = Math.max(floor, isName ? startOf(view, lexicon, find) : codeStartOf(view, lexicon, find));
    let end = isName ? Math.min(ceiling, endOf(view, lexicon, find)) : find.end;
    if (next !== undefined && joins(view, find, next, end)) end = next.start - 1;
    floor = end;
    extended.push(start === find.start && end === find.end ? find : { ...find, start, end });
  }
  return extended;
}

/** Where a find really begins: a word divided before it, a building before a street. */
function startOf(view: TextView, lexicon: Lexicon, { start, category }: Candidate): number {
  const at = view.tokenAt(start);
  const { tokens, shape, isGlued } = lexicon;
  const isRest =
    shape[at] === SHAPE.small &&
    tokens[at - 1]?.kind === 'break' &&
    tokens[at - 2]?.text === '-' &&
    isGlued(at) &&
    isGlued(at - 1) &&
    isGlued(at - 2) &&
    lexicon.isCapital(at - 3);
  if (isRest) return tokens[at - 3]!.start;
  if (category !== 'address' && category !== 'location') return start;
  const before = BUILDING_BEFORE.exec(view.before(start, BUILDING_REACH));
  return before === null ? start : start - before[0].length;
}

/** Numbers that somebody gives out, perhaps with letters for the kind of business, the branch or the year before the digits. */
const CODES = categoriesThat(({ hasPrefix }) => hasPrefix === true);
const PREFIX = /(?<![\p{L}\p{N}.])(?<letters>\p{Lu}{1,3})[ ]$/u;
const PREFIX_REACH = 8;
/** Words for numbers and registers, which say what the number is, currencies, and words of lines in capitals. */
const NO_PREFIX: ReadonlySet<string> = new Set(
  'NR NO N NUM NRO ID REF RIF AZ GZ RG RGE PV SN PN PIN SIM PUK WO OC UEN ABN ACN DDT CUP CIG GMC NMC ULN PHN NIS NSS HST GST VAT UST TVA IVA NIF CIF RFC RUT NIT HRA HRB REA RCS NRE BDA RC PC EUR CHF USD GBP ART ABS TEL FAX MOB DE EN LA LE EL IL DI DA OF TO AND UND ET E Y'.split(
    ' ',
  ),
);

/** Where a number really begins whose digits alone were found: "KF 81/2290", "EJE 512/2023". */
function codeStartOf(view: TextView, lexicon: Lexicon, { start, category }: Candidate): number {
  if (!CODES.has(category) || !/^\p{Nd}/u.test(view.after(start, 2))) return start;
  const letters = PREFIX.exec(view.before(start, PREFIX_REACH))?.groups?.['letters'];
  const isCode = letters !== undefined && !NO_PREFIX.has(letters) && lexicon.capsLine[view.tokenAt(start) - 1] === 0;
  return isCode ? start - letters.length - 1 : start;
}

/** Where a find really ends: the rest of a divided word, "jun.", a building behind a street. */
function endOf(view: TextView, lexicon: Lexicon, { start, end, category }: Candidate): number {
  const last = view.tokenAt(end - 1);
  const { tokens, shape, isGlued } = lexicon;
  const isDivided =
    tokens[last]?.kind === 'word' &&
    tokens[last + 1]?.text === '-' &&
    isGlued(last + 1) &&
    tokens[last + 2]?.kind === 'break' &&
    tokens[last + 3]?.kind === 'word' &&
    isGlued(last + 3) &&
    shape[last + 3] === SHAPE.small;
  if (isDivided) return tokens[last + 3]!.end;
  if (category === 'person') {
    GENERATION.lastIndex = end;
    const found = GENERATION.exec(view.text)?.[0];
    // "II" behind a single word is the name of a ship or a class.
    const isRuler = found !== undefined && NUMERAL.test(found) && !view.text.slice(start, end).includes(' ');
    return found === undefined || isRuler || (NUMERAL.test(found) && found !== found.toUpperCase())
      ? end
      : end + found.length;
  }
  if (category !== 'address') return end;
  BUILDING_BEHIND.lastIndex = end;
  return end + (BUILDING_BEHIND.exec(view.text)?.[0].length ?? 0);
}

const BUILDING_REACH = 40;
/** "Units 4-6, Riverside …", "Lot 117, …", "lieu-dit Les Brosses", "voc. Sabbione". */
const BUILDING_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:units?|lots?|hse[ ]no\.?|house[ ]no\.?|flats?|apt\.?|apartment|suite|plot|block|shop|bât\.?|bâtiment|rés\.?|résidence|appt\.?|nave|local)[ ][A-Z]?\d{1,4}[A-Z]?(?:[-/]\d{1,4})?,[ ]|(?:lieu-dit|voc\.|loc\.|fraz\.|c\.da|contrada|località|frazione)[ ])$/iu;
/** ", casa 27", ", int. 5", ", Top 12". */
const BUILDING_BEHIND =
  /,?[ ](?:casa|local|nave|portal|puerta|pta\.?|esc(?:alera)?\.?|int(?:erno)?\.?|scala|apt\.?|apartment|unit|flat|suite|top|tür|whg\.?|wohnung|appt?\.?|bât\.?|bâtiment|étage|behea)[ ]?\d{0,4}[ ]?[A-Z]?(?![\p{L}\p{N}])/iuy;

/** True when the gap between a find and the next one belongs to both. */
function joins(view: TextView, find: Candidate, next: Candidate, end: number): boolean {
  if (end >= next.start || next.start - end > 16) return false;
  const gap = view.text.slice(end, next.start);
  if (find.category === 'person') return next.category === 'person' && PERSON_JOINT.test(gap);
  if (find.category !== 'organization' || (next.category !== 'person' && next.category !== 'organization'))
    return false;
  return ORGANIZATION_JOINT.test(gap) || (view.language === 'it' && OWNER_JOINT.test(gap));
}
