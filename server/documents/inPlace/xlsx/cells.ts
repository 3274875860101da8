import { LIMITS } from '../../../contract/limits.ts';
import { documentError } from '../../failures.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { prefixOf, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { xmlText } from '../text/escape.ts';
import { CELL_END, PARAGRAPH_END, visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';
import type { TextReplacement } from '../types.ts';
import type { Formulas } from '../text/formulas.ts';
import { putInline, putNumber, setType, type CellFormula, type CellPlace } from './cellPlace.ts';
import { STRING_FORM } from './characters.ts';
import { dependsOnCells } from './references.ts';
import type { NumberFormats } from './numbers.ts';
import {
  createStringReader,
  runNode,
  textElement,
  type SharedStrings,
  type StringReader,
  type StringRun,
} from './strings.ts';

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

/** A cell while it is read. */
interface Cell {
  readonly reference: string;
  readonly type: string;
  readonly style: number;
  readonly prefix: string;
  readonly start: number;
  readonly openEnd: number;
  formula: CellFormula | null;
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
        const slot = context.formulas.add(part, text, element.openEnd, end.contentEnd);
        const isOwn = plain(element, 't') === undefined && context.anonymize && !dependsOnCells(text);
        cell.formula = { slot, droppable: isOwn ? { start: element.start, end: end.end } : null };
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

function nodesOf(part: XmlPart, cell: Cell, context: CellContext): CellNodes | null {
  const { stored, type, style } = cell;
  if (type === 's') return context.strings.use(Number(stored?.text ?? Number.NaN), placeOf(part, cell));
  if (type === 'inlineStr') {
    const inline: InlineCell = {
      place: placeOf(part, cell),
      runs: cell.inline?.runs ?? [],
      style,
      context,
      texts: null,
    };
    return {
      nodes: inline.runs.map((run, index) => new InlineRun(inline, run, index)),
      current: () => textsOf(inline).join(''),
    };
  }
  if (stored === null || stored.text === '' || type === 'b' || type === 'e') return null;
  const shown = type === 'n' ? context.numbers.show(stored.text, style) : STRING_FORM.read(stored.text);
  const node = new ValueNode(shown, placeOf(part, cell));
  return { nodes: [node], current: () => node.changed ?? node.text };
}

const placeOf = (part: XmlPart, { prefix, start, openEnd, formula, stored }: Cell): CellPlace => ({
  part,
  prefix,
  start,
  openEnd,
  formula,
  valueStart: stored?.start ?? 0,
  contentStart: stored?.openEnd ?? 0,
  contentEnd: stored?.contentEnd ?? 0,
  valueEnd: stored?.end ?? 0,
});

/** What a cell shows that holds its value itself: a number, or the result of a formula. A class, see `ShownRun`. */
class ValueNode implements TextNode {
  readonly text: string;
  changed: string | null = null;
  private readonly place: CellPlace;

  constructor(text: string, place: CellPlace) {
    this.text = text;
    this.place = place;
  }

  write(changed: string): void {
    const { place } = this;
    const { part, prefix, formula } = place;
    this.changed = changed;
    if (formula === null) {
      putInline(place, `<${prefix}is>${textElement(changed, prefix)}</${prefix}is>`);
      return;
    }
    formula.slot.dropped = formula.droppable;
    setType(place, 'str');
    part.edits.replace(place.contentStart, place.contentEnd, xmlText(STRING_FORM.write(changed)));
  }
}

/** A cell with a string of its own. */
interface InlineCell {
  readonly place: CellPlace;
  readonly runs: readonly StringRun[];
  readonly style: number;
  readonly context: Pick<CellContext, 'numbers' | 'anonymize'>;
  /** null: no run was changed. */
  texts: string[] | null;
}

const textsOf = ({ texts, runs }: InlineCell): string[] => texts ?? runs.map(({ text }) => text);

/** A run of such a string. A class, see `ShownRun`. */
class InlineRun implements TextNode {
  readonly text: string;
  private readonly cell: InlineCell;
  private readonly index: number;

  constructor(cell: InlineCell, { text }: StringRun, index: number) {
    this.text = text;
    this.cell = cell;
    this.index = index;
  }

  write(changed: string, changes: readonly TextReplacement[]): void {
    const { cell, index } = this;
    const { place, runs, style, context } = cell;
    const run = runs[index]!;
    cell.texts = textsOf(cell);
    cell.texts[index] = changed;
    const number = !context.anonymize && runs.length === 1 ? context.numbers.parse(changed, style) : null;
    if (number === null || place.formula !== null) runNode(place.part, run).write(changed, changes);
    else putNumber(place, number, run.end);
  }
}
