import { attributeNode, contentNode } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { value, walk, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { CELL_END, PARAGRAPH_END, textOf, visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';
import { quotes } from '../text/quotedWords.ts';
import { attributeNodes, isPlainField } from './attributes.ts';
import { createFlows } from '../text/flows.ts';
import { OOXML_PREFIXES } from './namespaces.ts';
import { characterNode, drawingTextNode, wordTextNode } from './runs.ts';

/** The text of a part with WordprocessingML or DrawingML: document, header, note, comment, slide, drawing, chart. */
export interface MarkupText {
  readonly body: readonly Piece[];
  /** Codes of fields, one per line. */
  readonly fields: readonly Piece[];
  /** Alternative texts, tool tips, names of bookmarks and of controls, one per line. */
  readonly names: readonly Piece[];
  /** Text of tracked deletions and of the old place of moves, one line each. It is still in the file. */
  readonly deleted: readonly Piece[];
}

/** Hears of every element while a part is read, to clean it. */
export interface ElementObserver {
  open(element: XmlElement): void;
  close(element: XmlElement, end: ElementEnd): void;
}

/** One observer for several; null when there is none. */
export function combineObservers(observers: readonly (ElementObserver | null)[]): ElementObserver | null {
  const present = observers.filter((observer) => observer !== null);
  if (present.length === 0) return null;
  return {
    open: (element) => present.forEach((observer) => observer.open(element)),
    close: (element, end) => present.forEach((observer) => observer.close(element, end)),
  };
}

const WORD_TEXT: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'm:t']);
const FIELD_CODES: ReadonlySet<string> = new Set(['w:instrText', 'w:delInstrText']);
const REMOVED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);
/** Elements of other known vocabularies whose content is text. */
const PLAIN_TEXT: ReadonlySet<string> = new Set([
  ...['p:text', 'cx:v', 'cx:pt', 'cx:f', 'w:binData'],
  // Names of trends, and of the workbook and the pivot table behind a chart.
  'c:name',
  ...['x:ListItem', 'x:ScriptText', 'x:ScriptExtended'],
]);
const NUMBER_FORMATS: ReadonlySet<string> = new Set(['c:formatCode', 'cx:formatCode']);
/** Words in quotes; words of number formats themselves stand bare. */
const WORD = /\p{L}{2}/u;
const CHART_HEADERS = /^c:(?:odd|even|first)(?:Header|Footer)$/;
/** Parents of cached labels in charts; numbers have c:numCache above them. */
const LABELS: ReadonlySet<string> = new Set(['c:strCache', 'c:strLit', 'c:lvl', '?:dlblRangeCache']);
/** Texts in unknown elements that are no words: numbers, switches, identifiers. */
const NO_WORDS = /^[^\p{L}]{0,4}$|^(?:true|false|t|f)$|^\{[0-9A-F-]{36}\}$|^[+-]?[\d.]{1,12}$/iu;

/** Reads a part in one pass. Throws AppError UNREADABLE_FILE. */
export function readMarkup(part: XmlPart, observer: ElementObserver | null): MarkupText {
  const flows = createFlows();
  const fields: Piece[] = [];
  const names: Piece[] = [];
  const deleted: Piece[] = [];
  const codes: Piece[][] = [];
  let removedDepth = 0;
  let content = '';
  /** Where the content that is being read began. */
  let contentStart = 0;

  const addLine = (lines: Piece[], node: TextNode) => void lines.push(...visiblePieces(node), PARAGRAPH_END);
  const add = (node: TextNode): void => {
    if (removedDepth > 0) deleted.push(...visiblePieces(node));
    else flows.add(visiblePieces(node));
  };
  const endCode = (): void => {
    const code = codes.pop() ?? [];
    codes.push([]);
    if (code.length === 0 || isPlainField(textOf(code))) return;
    for (const piece of code) fields.push(piece);
    fields.push(PARAGRAPH_END);
  };

  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      if (content.trim() !== '' && element.parent !== null) addPlain(element.parent, content, element.start);
      content = '';
      contentStart = element.openEnd;
      observer?.open(element);
      for (const node of attributeNodes(part, element)) addLine(names, node);
      switch (element.name) {
        case 'mc:AlternateContent':
          flows.openAlternatives();
          break;
        case 'mc:Choice':
        case 'mc:Fallback':
          flows.openBranch();
          break;
        case 'w:txbxContent':
          flows.openBox();
          break;
        case 'v:textpath':
          addTextPath(element);
          break;
        case 'w:fldChar':
          if (value(element, 'fldCharType') === 'begin') codes.push([]);
          break;
        default:
          if (REMOVED.has(element.name)) removedDepth += 1;
      }
    },
    text(text) {
      content += text;
    },
    close(element, end) {
      const { name } = element;
      const text = content;
      content = '';
      observer?.close(element, end);
      if (WORD_TEXT.has(name)) {
        if (text !== '') add(wordTextNode(part, element, text, end));
      } else if (name === 'a:t') {
        if (text !== '') add(drawingTextNode(part, element, text, end));
      } else if (FIELD_CODES.has(name)) {
        if (codes.length === 0) codes.push([]);
        if (text !== '') codes.at(-1)!.push(...visiblePieces(wordTextNode(part, element, text, end)));
      } else {
        closeOther(element, end, text);
      }
      contentStart = end.end;
    },
  });
  while (codes.length > 1) closeField();
  endCode();
  return { body: flows.result(), fields, names, deleted };

  function addTextPath(element: XmlElement): void {
    const node = attributeNode(part, element, 'string');
    if (node !== null) flows.add([...visiblePieces(node), PARAGRAPH_END]);
  }

  function closeField(): void {
    endCode();
    codes.pop();
  }

  function closeOther(element: XmlElement, end: ElementEnd, text: string): void {
    switch (element.name) {
      case 'w:p':
      case 'a:p':
        flows.endParagraph();
        break;
      case 'w:tc':
      case 'a:tc':
        flows.replaceLast(PARAGRAPH_END, CELL_END);
        break;
      case 'w:tr':
      case 'a:tr':
        flows.replaceLast(CELL_END, PARAGRAPH_END);
        break;
      case 'w:txbxContent':
        flows.closeBox();
        break;
      case 'mc:Choice':
      case 'mc:Fallback':
        flows.closeBranch();
        break;
      case 'mc:AlternateContent':
        flows.closeAlternatives();
        break;
      case 'w:fldChar':
        closeFieldCharacter(element);
        break;
      default:
        if (REMOVED.has(element.name)) {
          removedDepth -= 1;
          if (removedDepth === 0 && deleted.length > 0) deleted.push(PARAGRAPH_END);
          return;
        }
        addCharacter(element, end, text);
    }
  }

  function closeFieldCharacter(element: XmlElement): void {
    const type = value(element, 'fldCharType');
    if (type === 'separate') endCode();
    else if (type === 'end') closeField();
  }

  function addCharacter(element: XmlElement, end: ElementEnd, text: string): void {
    const character = characterNode(part, element, end);
    if (character !== null) add(character);
    else addPlain(element, text, end.contentEnd);
  }

  /** Text of an element that is neither a run nor a paragraph stands on a line of its own. */
  function addPlain(element: XmlElement, text: string, contentEnd: number): void {
    if (text.trim() === '' || !holdsText(element, text)) return;
    add(contentNode(part, text, contentStart, contentEnd));
    flows.endParagraph();
  }
}

function holdsText(element: XmlElement, text: string): boolean {
  const { name, parent } = element;
  if (PLAIN_TEXT.has(name) || CHART_HEADERS.test(name)) return true;
  if (NUMBER_FORMATS.has(name)) return quotes(text, WORD);
  if (name === 'c:v') return parent?.name === 'c:tx' || LABELS.has(parent?.parent?.name ?? '');
  const unknown = name.startsWith('?:') || !name.includes(':') || name.startsWith('v:');
  return unknown && !NO_WORDS.test(text.trim());
}
