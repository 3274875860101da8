import type { FormulaSlot } from '../text/formulas.ts';
import type { XmlPart } from '../package/officePackage.ts';

/** The formula of a cell. */
export interface CellFormula {
  readonly slot: FormulaSlot;
  /** The element of a formula that holds the value in itself: it goes when the value is replaced. */
  readonly droppable: { readonly start: number; readonly end: number } | null;
}

/**
 * Where a cell stands in the XML of its sheet. One is kept for every cell with text until the workbook is written, hundreds of thousands in a large one:
 * numbers, and no functions. UTF-16 offsets into the part's source.
 */
export interface CellPlace {
  readonly part: XmlPart;
  /** Of the c element and those in it, with its colon. */
  readonly prefix: string;
  readonly start: number;
  /** Just after the start tag. */
  readonly openEnd: number;
  readonly formula: CellFormula | null;
  /** The v element; 0 where the cell has none. */
  readonly valueStart: number;
  /** What stands in the v element. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly valueEnd: number;
}

const TYPE_ATTRIBUTE = /\st\s*=\s*("[^"]*"|'[^']*')/;

/** The start tag of a cell without its type; the type of numbers is the default. */
const startTag = ({ part, start, openEnd }: CellPlace): string =>
  part.source.slice(start, openEnd).replace(TYPE_ATTRIBUTE, '');

/** Gives a cell another type (ECMA-376 part 1, 18.18.11). */
export function setType(place: CellPlace, type: string): void {
  const typed = startTag(place).replace(/(?<!\s)\s*\/?>$/, ` t="${type}">`);
  place.part.edits.replace(place.start, place.openEnd, typed);
}

/** Puts a string into the cell itself, in place of its value. @param xml - the is element */
export function putInline(place: CellPlace, xml: string): void {
  if (place.valueEnd === 0) return;
  setType(place, 'inlineStr');
  place.part.edits.replace(place.valueStart, place.valueEnd, xml);
}

/** Makes a cell one with a number. @param from - somewhere in its content */
export function putNumber(place: CellPlace, number: string, from: number): void {
  const { part, prefix, start } = place;
  const close = `</${prefix}c>`;
  const end = part.source.indexOf(close, from) + close.length;
  part.edits.replace(start, end, `${startTag(place)}<${prefix}v>${number}</${prefix}v>${close}`);
}
