import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, value, walk } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';

/** A column of a table: its name is the text of its header cell (ECMA-376 part 1, 18.5.1.3), or Excel calls the file damaged. */
interface Column {
  readonly part: XmlPart;
  readonly cell: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The columns of the tables of one sheet. */
export interface TableColumns {
  /** References of the header cells. */
  readonly headers: ReadonlySet<string>;
  onHeader(reference: string, current: () => string): void;
  /** Gives columns the names of their cells; old name in lower case → new name. */
  finish(): ReadonlyMap<string, string>;
}

export function readTableColumns(parts: readonly XmlPart[]): TableColumns {
  const columns = parts.flatMap(readColumns);
  const current = new Map<string, () => string>();
  return {
    headers: new Set(columns.map(({ cell }) => cell)),
    onHeader: (reference, text) => void current.set(reference, text),
    finish() {
      const renamed = new Map<string, string>();
      for (const { part, cell, name, start, end } of columns) {
        const text = current.get(cell)?.() ?? name;
        // Line breaks are written as _x000a_ in the name; only what was replaced is looked at.
        if (text === name || name.includes('_x000') || text === '') continue;
        part.edits.replace(start, end, xmlAttribute(text));
        renamed.set(name.toLowerCase(), text);
      }
      return renamed;
    },
  };
}

function readColumns(part: XmlPart): Column[] {
  const columns: Column[] = [];
  let first = { column: 0, row: '' };
  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      if (element.name === 's:table') {
        const [, letters = '', row = ''] = /^([A-Z]+)(\d+)/.exec(value(element, 'ref') ?? '') ?? [];
        // A table without a header row has names of its own.
        first = { column: columnNumber(letters), row: value(element, 'headerRowCount') === '0' ? '' : row };
      } else if (element.name === 's:tableColumn') {
        const range = attributeRange(part.source, element, 'name');
        const cell = `${columnLetters(first.column)}${first.row}`;
        first = { ...first, column: first.column + 1 };
        if (range !== undefined && first.row !== '') {
          columns.push({ part, cell, name: range.value, start: range.start, end: range.end });
        }
      }
    },
  });
  return columns;
}

const ALPHABET = 26;
const FIRST_LETTER = 65;

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * ALPHABET + letter.charCodeAt(0) - FIRST_LETTER + 1;
  return number;
}

function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / ALPHABET)) {
    letters = String.fromCharCode(FIRST_LETTER + ((rest - 1) % ALPHABET)) + letters;
  }
  return letters;
}
