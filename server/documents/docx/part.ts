import { attribute, parseXml, type XmlTag } from '../package/xml.ts';
import { symbolText } from './symbols.ts';

/** A piece of a part's text, and where it stands in the XML when it is the whole content of one text element. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offsets of the element's content in the part's XML; absent for breaks and other characters that are markup there. */
  readonly source?: { readonly start: number; readonly end: number };
}

/** Text of one XML part in reading order. */
export interface PartText {
  readonly pieces: readonly Piece[];
  /** Text of tracked deletions and of the old place of moves, one line each. It is still in the file, so it is read. */
  readonly deleted: readonly Piece[];
}

/** ECMA-376 part 1 (transitional) and ISO/IEC 29500-1 (strict) namespaces, by the prefix everybody knows them by. */
const PREFIXES: Readonly<Record<string, string>> = Object.freeze({
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'urn:schemas-microsoft-com:vml': 'v',
});

const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'a:t', 'm:t']);
const REMOVED_ELEMENTS: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

const PARAGRAPH_END: Piece = Object.freeze({ text: '\n' });
const CELL_END: Piece = Object.freeze({ text: '\t' });

/** Characters that are elements of their own inside a run. Soft hyphens show only at a line's end and would split names. */
function markupText(name: string, parent: string | undefined, tag: XmlTag): string | undefined {
  if (name === 'a:br') return '\n';
  if (name === 'v:textpath') return attribute(tag, 'string');
  if (parent !== 'w:r') return undefined;
  switch (name) {
    case 'w:tab':
    case 'w:ptab':
      return '\t';
    case 'w:br':
    case 'w:cr':
      return '\n';
    case 'w:noBreakHyphen':
      return '-';
    case 'w:sym':
      return symbolText(attribute(tag, 'font'), attribute(tag, 'char'));
    default:
      return undefined;
  }
}

/** One stream of text: the body, or a text box inside it. */
interface Flow {
  readonly pieces: Piece[];
  /** Text boxes anchored in the current paragraph; they follow it. */
  readonly boxes: Piece[];
}

/** A choice of contents for newer and older programs (mc:AlternateContent): only the first one with text is read. */
interface Alternative {
  textSeen: boolean;
}

/**
 * Reads the text of one part (document, header, note, comment, drawing): paragraphs end with a line feed, cells of a table row are separated by
 * tabs, text boxes follow the paragraph that anchors them, inserted text is text, deleted text is listed apart. Field instructions, list
 * numbers and names of authors are not text. Throws AppError UNREADABLE_FILE.
 */
export function readPart(xml: string): PartText {
  const path: string[] = [];
  const flows: Flow[] = [{ pieces: [], boxes: [] }];
  const alternatives: Alternative[] = [];
  const deleted: Piece[] = [];
  let deletedText: Piece[] = [];
  let removedDepth = 0;
  let skippedFrom: number | null = null;
  let contentStart: number | null = null;
  let content = '';

  const flow = () => flows[flows.length - 1]!;
  const add = (piece: Piece) => {
    if (piece.text === '') return;
    for (const alternative of alternatives) alternative.textSeen ||= piece.text.trim() !== '';
    (removedDepth > 0 ? deletedText : flow().pieces).push(piece);
  };
  const flushDeleted = () => {
    if (deletedText.length > 0) deleted.push(...deletedText, PARAGRAPH_END);
    deletedText = [];
  };
  /** The end of a cell replaces the end of its last paragraph, the end of a row that of its last cell. */
  const replaceLast = (old: Piece, piece: Piece) => {
    const { pieces } = flow();
    if (pieces.at(-1) === old) pieces[pieces.length - 1] = piece;
  };
  const endParagraph = () => {
    const { pieces, boxes } = flow();
    pieces.push(PARAGRAPH_END, ...boxes.splice(0));
  };

  parseXml(xml, {
    open(tag, end) {
      const parent = path.at(-1);
      const name = `${PREFIXES[tag.uri] ?? ''}:${tag.local}`;
      path.push(name);
      if (skippedFrom !== null) return;
      if (TEXT_ELEMENTS.has(name)) {
        contentStart = end;
        content = '';
      } else if (name === 'mc:AlternateContent') {
        alternatives.push({ textSeen: false });
      } else if ((name === 'mc:Choice' || name === 'mc:Fallback') && alternatives.at(-1)?.textSeen === true) {
        skippedFrom = path.length;
      } else if (name === 'w:txbxContent') {
        flows.push({ pieces: [], boxes: [] });
      } else if (REMOVED_ELEMENTS.has(name)) {
        removedDepth += 1;
      } else {
        const text = markupText(name, parent, tag);
        if (text !== undefined) add({ text });
      }
    },
    text(text) {
      if (contentStart !== null) content += text;
    },
    close(_tag, end) {
      const name = path.pop()!;
      if (skippedFrom !== null) {
        if (path.length < skippedFrom) skippedFrom = null;
        return;
      }
      if (TEXT_ELEMENTS.has(name)) {
        if (contentStart !== null && content !== '') {
          add({ text: content, source: { start: contentStart, end: xml.lastIndexOf('</', end - 1) } });
        }
        contentStart = null;
      } else if (name === 'w:p' || name === 'a:p') {
        endParagraph();
      } else if (name === 'w:tc') {
        replaceLast(PARAGRAPH_END, CELL_END);
      } else if (name === 'w:tr') {
        replaceLast(CELL_END, PARAGRAPH_END);
      } else if (name === 'w:txbxContent') {
        const box = flows.pop()!;
        flow().boxes.push(...box.pieces, ...box.boxes);
      } else if (name === 'mc:AlternateContent') {
        alternatives.pop();
      } else if (REMOVED_ELEMENTS.has(name)) {
        removedDepth -= 1;
        if (removedDepth === 0) flushDeleted();
      }
    },
  });
  const body = flows[0]!;
  return { pieces: [...body.pieces, ...body.boxes], deleted };
}
