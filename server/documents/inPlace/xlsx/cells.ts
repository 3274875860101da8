import { LIMITS } from '../../../contract/limits.ts';
import { documentError } from '../../failures.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { prefixOf, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { xmlText } from '../text/escape.ts';
import { CELL_END, PARAGRAPH_END, visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';
import type { Formulas, FormulaSlot } from '../text/formulas.ts';
import { STRING_FORM } from './characters.ts';
import { dependsOnCells } from './references.ts';
import type { NumberFormats } from './numbers.ts';
import { createStringReader, runNode, textElement, type SharedStrings, type StringReader } from './strings.ts';

/** What the cells of a workbook share. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly numbers: NumberFormats;
  readonly formulas: Formulas;
  readonly anonymize: boolean;
  /** Cells whose text is the name of a column of a table. */
  readonly headers: ReadonlySet<string>;
  /** Gives the text of such a cell as it will be written. */
  readonly onHeader: (reference: string, current: () => string) => void;
}

/** Hears of the elements of a sheet and collects the text of its cells, a tab between cells, a line per row. */
export interface CellReader {
  readonly pieces: readonly Piece[];
  open(element: XmlElement): void;
  text(text: string): void;
  close(element: XmlElement, end: ElementEnd): void;
}

/** Positions in the part; elements are not kept, because a sheet has millions of cells. */
interface Cell {
  readonly reference: string;
  readonly type: string;
  readonly style: number;
  readonly prefix: string;
  readonly start: number;
  readonly openEnd: number;
  formula: FormulaSlot | null;
  /** A formula that holds the value in itself: it goes when the value is replaced. */
  droppable: { readonly start: number; readonly end: number } | null;
  stored: {
    readonly text: string;
    readonly start: number;
    readonly openEnd: number;
    readonly contentEnd: number;
    readonly end: number;
  } | null;
  inline: StringReader | null;
}

/** The attributes of cells have no prefix; looking for others would cost a search for every cell. */
const plain = ({ tag }: XmlElement, name: string): string | undefined => tag.attributes[name]?.value;

/** Texts and separators of one sheet: 600,000 cells. Two million took more memory and time than one document may. */
const MOST_PIECES = 1_200_000;

const TYPE_ATTRIBUTE = /\st\s*=\s*("[^"]*"|'[^']*')/;

export function createCellReader(part: XmlPart, context: CellContext): CellReader {
  const pieces: Piece[] = [];
  let characters = 0;
  let cell: Cell | null = null;
  let content = '';

  const addAll = (nodes: readonly TextNode[]): void => {
    const before = pieces.length;
    for (const node of nodes) {
      pieces.push(...visiblePieces(node));
      characters += node.text.length;
    }
    if (pieces.length > before) pieces.push(CELL_END);
    // A few bytes for each cell refer to one long string again and again.
    if (pieces.length > MOST_PIECES || characters > LIMITS.maskedCharacters) throw documentError('TEXT_TOO_LARGE');
  };

  const finishCell = (done: Cell): void => {
    const nodes = nodesOf(part, done, context);
    if (nodes === null) return;
    addAll(nodes.nodes);
    if (context.headers.has(done.reference)) context.onHeader(done.reference, nodes.current);
  };

  return {
    pieces,
    open(element) {
      content = '';
      if (element.name === 's:c') {
        cell = {
          reference: plain(element, 'r') ?? '',
          type: plain(element, 't') ?? 'n',
          style: Number(plain(element, 's') ?? 0),
          prefix: prefixOf(element),
          start: element.start,
          openEnd: element.openEnd,
          formula: null,
          droppable: null,
          stored: null,
          inline: null,
        };
      } else if (element.name === 's:is' && cell !== null) cell.inline = createStringReader(part.source);
      else cell?.inline?.open(element);
    },
    text(text) {
      content += text;
      cell?.inline?.text(text);
    },
    close(element, end) {
      const text = content;
      content = '';
      if (element.name === 's:row') {
        if (pieces.at(-1) === CELL_END) pieces[pieces.length - 1] = PARAGRAPH_END;
        return;
      }
      if (cell === null) return;
      if (element.name === 's:v') {
        cell.stored = {
          text,
          start: element.start,
          openEnd: element.openEnd,
          contentEnd: end.contentEnd,
          end: end.end,
        };
      } else if (element.name === 's:f' && text !== '') {
        cell.formula = context.formulas.add(part, text, element.openEnd, end.contentEnd);
        if (plain(element, 't') === undefined && context.anonymize && !dependsOnCells(text)) {
          cell.droppable = { start: element.start, end: end.end };
        }
      } else if (element.name === 's:c') {
        finishCell(cell);
        cell = null;
      } else cell.inline?.close(element, end);
    },
  };
}

interface CellNodes {
  readonly nodes: readonly TextNode[];
  /** The text of the cell as it will be written. */
  readonly current: () => string;
}

function nodesOf(part: XmlPart, cell: Cell, { strings, numbers, anonymize }: CellContext): CellNodes | null {
  const { stored, type, style, prefix } = cell;
  const setType = (name: string): void => {
    const startTag = part.source.slice(cell.start, cell.openEnd);
    const without = startTag.replace(TYPE_ATTRIBUTE, '');
    part.edits.replace(cell.start, cell.openEnd, without.replace(/\s*\/?>$/, ` t="${name}">`));
  };
  const inline = (xml: string): void => {
    if (stored === null) return;
    setType('inlineStr');
    part.edits.replace(stored.start, stored.end, xml);
  };

  if (type === 's') {
    const index = Number(stored?.text ?? Number.NaN);
    return strings.use(index, (xml) => inline(xml(prefix)));
  }
  if (type === 'inlineStr') {
    const runs = cell.inline?.runs ?? [];
    const texts = runs.map(({ text }) => text);
    const nodes = runs.map((run, index): TextNode => {
      const node = runNode(part, run);
      return {
        text: node.text,
        write(changed, changes) {
          texts[index] = changed;
          const number = !anonymize && runs.length === 1 ? numbers.parse(changed, style) : null;
          if (number === null || cell.formula !== null) node.write(changed, changes);
          else part.edits.replace(cell.start, endOfCell(part, run.end, prefix), numberCell(part, cell, number));
        },
      };
    });
    return { nodes, current: () => texts.join('') };
  }
  if (stored === null || stored.text === '' || type === 'b' || type === 'e') return null;
  const shown = type === 'n' ? numbers.show(stored.text, style) : STRING_FORM.read(stored.text);
  let current = shown;
  const write = (changed: string): void => {
    current = changed;
    const { formula } = cell;
    if (formula === null) {
      inline(`<${prefix}is>${textElement(changed, prefix)}</${prefix}is>`);
      return;
    }
    formula.dropped = cell.droppable;
    setType('str');
    part.edits.replace(stored.openEnd, stored.contentEnd, xmlText(STRING_FORM.write(changed)));
  };
  return { nodes: [{ text: shown, write }], current: () => current };
}

const endOfCell = ({ source }: XmlPart, from: number, prefix: string): number => {
  const close = `</${prefix}c>`;
  return source.indexOf(close, from) + close.length;
};

/** A cell with a number in place of its text. */
function numberCell({ source }: XmlPart, { start, openEnd, prefix }: Cell, number: string): string {
  const startTag = source.slice(start, openEnd).replace(TYPE_ATTRIBUTE, '');
  return `${startTag}<${prefix}v>${number}</${prefix}v></${prefix}c>`;
}
