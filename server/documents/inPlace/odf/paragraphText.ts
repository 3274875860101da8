import type { XmlPart } from '../package/officePackage.ts';
import { prefixOf, value, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { xmlText } from '../text/escape.ts';
import { visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';

/** Characters of a paragraph (ODF 1.3 part 3, 6.1.2): white space that only lays out the XML is no text. */
export interface ParagraphText {
  start(): void;
  /** A stretch of characters between two tags. */
  characters(text: string, start: number, end: number, prefix: string): readonly Piece[];
  /** A character that is an element: spaces, tab, line break; null for other elements. */
  element(element: XmlElement, end: ElementEnd): readonly Piece[] | null;
}

const NEEDS_COLLAPSING = /[\t\r\n]| {2}/;
const WHITE_SPACE = /[ \t\r\n]+/g;
/** Spaces that one element stands for at most; more are a trick. */
const MOST_SPACES = 100;

export function createParagraphText(part: XmlPart): ParagraphText {
  let afterSpace = true;
  return {
    start() {
      afterSpace = true;
    },
    characters(text, start, end, prefix) {
      const node = charactersNode(part, text, start, end, prefix);
      const collapses = NEEDS_COLLAPSING.test(text) || (afterSpace && text.startsWith(' '));
      const pieces = collapses ? collapsed(node, afterSpace) : visiblePieces(node);
      if (text !== '') afterSpace = /[ \t\r\n]$/.test(text);
      return pieces;
    },
    element(element, { end }) {
      const text = characterOf(element);
      if (text === null) return null;
      afterSpace = false;
      const write = (changed: string): void =>
        part.edits.replace(element.start, end, markup(changed, prefixOf(element), ''));
      return [{ text, node: { text, write }, at: 0 }];
    },
  };
}

function characterOf(element: XmlElement): string | null {
  switch (element.name) {
    case 'text:tab':
      return '\t';
    case 'text:line-break':
      return '\n';
    case 'text:s':
      return ' '.repeat(Math.min(MOST_SPACES, Math.max(1, Number.parseInt(value(element, 'c') ?? '1', 10) || 1)));
    default:
      return null;
  }
}

function charactersNode(part: XmlPart, text: string, start: number, end: number, prefix: string): TextNode {
  // White space of the file stays as it is; that of a new text becomes elements.
  const isLaidOut = NEEDS_COLLAPSING.test(text);
  return {
    text,
    write: (changed) => part.edits.replace(start, end, isLaidOut ? xmlText(changed) : markup(changed, prefix, text)),
  };
}

/**
 * Characters with elements for what XML would lose. A space at an edge may stand beside one of the neighbouring text, where only one of them would
 * show: it stays a character only where `before`, the text until now, had one there.
 */
function markup(text: string, prefix: string, before: string): string {
  const spaces = (count: number) => `<${prefix}s ${prefix}c="${count}"/>`;
  return xmlText(text).replace(/\n|\t| +/g, (found, at: number, whole: string) => {
    if (found === '\n') return `<${prefix}line-break/>`;
    if (found === '\t') return `<${prefix}tab/>`;
    const first = at === 0 && !before.startsWith(' ');
    const last = at + found.length === whole.length && !before.endsWith(' ');
    if (first || last) return spaces(found.length);
    return found.length === 1 ? found : ` ${spaces(found.length - 1)}`;
  });
}

/** One space for each stretch of white space, none after another one. */
function collapsed(node: TextNode, afterSpace: boolean): Piece[] {
  const pieces: Piece[] = [];
  const { text } = node;
  let at = 0;
  for (const { 0: space, index } of text.matchAll(WHITE_SPACE)) {
    if (index > at) pieces.push({ text: text.slice(at, index), node, at });
    if (index > 0 || !afterSpace) pieces.push({ text: ' ', node, at: index });
    at = index + space.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), node, at });
  return pieces;
}
