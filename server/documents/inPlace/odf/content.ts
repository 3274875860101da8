import type { ElementObserver } from '../ooxml/markup.ts';
import { contentNode } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRanges, prefixOf, walk, type ElementEnd, type XmlElement } from '../package/walk.ts';
import type { Formulas } from '../text/formulas.ts';
import { CELL_END, PARAGRAPH_END, visiblePieces, type Piece, type Segment, type TextNode } from '../text/pieces.ts';
import type { TextPlace } from '../types.ts';
import { odfAttributeNodes } from './attributes.ts';
import { createOdfCells } from './cells.ts';
import { ODF_PREFIXES } from './namespaces.ts';
import { createParagraphText } from './paragraphText.ts';
import { createRegions } from './regions.ts';
import type { SheetNames } from './sheetNames.ts';

/** The text of one XML part of an OpenDocument package. */
export interface OdfContent {
  readonly segments: readonly Segment[];
  /** Names, links and alternative texts, one per line. */
  readonly names: readonly Piece[];
  readonly deleted: readonly Segment[];
}

const PARAGRAPH: ReadonlySet<string> = new Set(['text:p', 'text:h']);
const ALTERNATIVES: ReadonlySet<string> = new Set(['svg:title', 'svg:desc']);
/** Elements outside paragraphs whose content is no text of people. */
const NO_TEXT =
  /^(?:config|number|meta|dc|manifest|style|script|svg|office:binary-data|text:note-citation|text:page-number|text:page-count|math)/;
const MATH_TEXT: ReadonlySet<string> = new Set(['math:annotation', 'math:mtext']);
/** Words that a format puts beside numbers. */
const FORMAT_WORDS = /\p{L}{4}/u;
/** Attributes with formulas and with references to cells. */
const FORMULAS: ReadonlySet<string> = new Set([
  'expression',
  'condition',
  'cell-range-address',
  'base-cell-address',
  'target-range-address',
  'cell-address',
  'values-cell-range-address',
  'label-cell-address',
  'cell-range',
  'source-cell-range-addresses',
  'cell-range-address-list',
  'print-ranges',
  'end-cell-address',
  'notify-on-update-of-ranges',
  'linked-cell',
  'source-cell-range',
  'scenario-ranges',
  'target-cell-address',
  'buttons',
  'data-range',
]);
const HOLDS_FORMULAS =
  /^(?:table:(?:named-|content-validation$|database-range|source-cell-range|data-pilot|filter|sort|table$|scenario|consolidation|label-range)|chart:|form:|calcext:|draw:|style:map)/;

export interface OdfReading {
  readonly formulas: Formulas;
  readonly sheetNames: SheetNames;
  readonly anonymize: boolean;
  readonly observer: ElementObserver | null;
}

/** Reads a part in one pass. Throws AppError UNREADABLE_FILE. */
export function readOdfContent(part: XmlPart, kind: TextPlace['part']['kind'], reading: OdfReading): OdfContent {
  const { formulas, sheetNames, anonymize, observer } = reading;
  const regions = createRegions(kind);
  const cells = createOdfCells(part, formulas, anonymize);
  const names: Piece[] = [];
  const paragraphs: { readonly element: XmlElement; readonly text: ReturnType<typeof createParagraphText> }[] = [];
  let content = '';
  let contentStart = 0;

  const addLine = (node: TextNode): void => void names.push(...visiblePieces(node), PARAGRAPH_END);
  // All pieces of one node stay pieces of one node.
  const addPieces = (pieces: readonly Piece[], paragraph: XmlElement): void => {
    const node = pieces[0]?.node;
    if (node === undefined) return;
    const inCell = cells.inCell(node, paragraph);
    regions.flows().add(inCell === node ? pieces : pieces.map((piece) => ({ ...piece, node: inCell })));
  };
  /** Text boxes inside a paragraph follow it; others stand where they are. */
  const boxes = new WeakSet<XmlElement>();
  const flush = (owner: XmlElement | null, end: number): void => {
    const text = content;
    content = '';
    if (text === '' || owner === null || owner.name === 'text:note-citation') return;
    const paragraph = paragraphs.at(-1);
    if (ALTERNATIVES.has(owner.name) || MATH_TEXT.has(owner.name)) {
      if (text.trim() !== '') addLine(contentNode(part, text, contentStart, end));
    } else if (paragraph !== undefined && isInside(owner, paragraph.element)) {
      addPieces(paragraph.text.characters(text, contentStart, end, prefixOf(paragraph.element)), paragraph.element);
    } else if (
      owner.name === 'number:text' ? FORMAT_WORDS.test(text) : text.trim() !== '' && !NO_TEXT.test(owner.name)
    ) {
      addLine(contentNode(part, text, contentStart, end));
    }
  };
  const addReferences = (element: XmlElement): void => {
    if (!HOLDS_FORMULAS.test(element.name)) return;
    for (const { local, value, start, end } of attributeRanges(part.source, element)) {
      const isFormula = FORMULAS.has(local) || (local === 'value' && element.name === 'calcext:condition');
      if (isFormula) formulas.add(part, value, start, end, true);
    }
  };
  const openNames = (element: XmlElement): void => {
    if (element.name === 'table:table' && element.parent?.name === 'office:spreadsheet') {
      const node = sheetNames.sheet(part, element);
      if (node !== null) regions.flows().add([...visiblePieces(node), PARAGRAPH_END]);
    } else if (element.name === 'table:named-range' || element.name === 'table:named-expression') {
      const node = sheetNames.range(part, element);
      if (node !== null) addLine(node);
    } else for (const node of odfAttributeNodes(part, element)) addLine(node);
  };

  const closeStructure = (element: XmlElement, end: ElementEnd): void => {
    const flows = regions.flows();
    if (PARAGRAPH.has(element.name)) {
      paragraphs.pop();
      flows.endParagraph();
    } else if (/^table:(?:covered-)?table-cell$/.test(element.name)) flows.replaceLast(PARAGRAPH_END, CELL_END);
    else if (element.name === 'table:table-row') flows.replaceLast(CELL_END, PARAGRAPH_END);
    else if (boxes.has(element)) flows.closeBox();
    else {
      const paragraph = paragraphs.at(-1);
      const pieces = paragraph === undefined ? null : paragraph.text.element(element, end);
      if (pieces !== null && paragraph !== undefined) addPieces(pieces, paragraph.element);
    }
  };

  walk(part.source, ODF_PREFIXES, {
    open(element) {
      flush(element.parent, element.start);
      contentStart = element.openEnd;
      observer?.open(element);
      regions.open(element);
      cells.open(element);
      openNames(element);
      addReferences(element);
      if (element.name === 'draw:text-box' && paragraphs.length > 0) {
        boxes.add(element);
        regions.flows().openBox();
      }
      if (PARAGRAPH.has(element.name)) {
        const text = createParagraphText(part);
        text.start();
        paragraphs.push({ element, text });
      }
    },
    text: (text) => void (content += text),
    close(element, end) {
      flush(element, end.contentEnd);
      contentStart = end.end;
      observer?.close(element, end);
      closeStructure(element, end);
      cells.close(element);
      regions.close(element);
    },
  });
  return { segments: regions.segments(), names, deleted: regions.deleted() };
}

/** Text boxes, notes and comments inside a paragraph have paragraphs of their own; what else they hold is not the paragraph's text. */
const APART =
  /^(?:draw:(?:frame|text-box|image|object)|text:note|text:note-citation|office:annotation|officeooo:annotation|loext:annotation|form:.*|table:.*)$/;

function isInside(owner: XmlElement, paragraph: XmlElement): boolean {
  for (let element: XmlElement | null = owner; element !== null; element = element.parent) {
    if (element === paragraph) return true;
    if (APART.test(element.name)) return false;
  }
  return false;
}
