import type { TextRange } from './search.ts';

/** A range of the original text, where it stands in the window, and the part of the window the document fills. */
export interface PickedRange extends TextRange {
  readonly rect: DOMRect;
  readonly area: DOMRect;
}

/**
 * From a selection in the page to offsets of the original text. Every drawn piece carries `data-start` and `data-end`
 * (UTF-16 code units); a piece with `data-whole` (a placeholder) stands for its whole range.
 */
const PIECE = '[data-start]';

const asElement = (node: Node): Element | null =>
  node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;

const offsetOf = (piece: Element, name: 'start' | 'end') => Number(piece.getAttribute(`data-${name}`));

/** Characters of `piece` before the boundary point. */
function charactersBefore(piece: Element, node: Node, offset: number): number {
  const range = piece.ownerDocument.createRange();
  range.setStart(piece, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The piece nearest to a boundary point that lies between pieces, for example at the end of a row. */
function neighbour(container: Element, node: Node, offset: number, edge: 'start' | 'end'): Element | null {
  const probe = container.ownerDocument.createRange();
  probe.setStart(node, offset);
  probe.collapse(true);
  const pieces = [...container.querySelectorAll(PIECE)];
  if (edge === 'start') {
    return pieces.find((piece) => probe.comparePoint(piece, 0) >= 0) ?? null;
  }
  return pieces.findLast((piece) => probe.comparePoint(piece, piece.childNodes.length) <= 0) ?? null;
}

function boundary(container: Element, node: Node, offset: number, edge: 'start' | 'end'): number | null {
  const piece = asElement(node)?.closest(PIECE) ?? null;
  if (!piece || !container.contains(piece)) {
    const near = neighbour(container, node, offset, edge);
    return near ? offsetOf(near, edge) : null;
  }
  if (piece.hasAttribute('data-whole')) return offsetOf(piece, edge);
  const start = offsetOf(piece, 'start');
  return Math.min(start + charactersBefore(piece, node, offset), offsetOf(piece, 'end'));
}

/** Blanks and line breaks at the edges are never meant. Null when nothing else is left. */
function trimRange(text: string, range: TextRange): TextRange | null {
  let { start, end } = range;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return start < end ? { start, end } : null;
}

/** The selected range of the original text, trimmed; null when nothing of `container` is selected. */
export function selectedRange(selection: Selection | null, container: Element, text: string): TextRange | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(container)) return null;
  const start = boundary(container, range.startContainer, range.startOffset, 'start');
  const end = boundary(container, range.endContainer, range.endOffset, 'end');
  if (start === null || end === null || start >= end) return null;
  return trimRange(text, { start, end });
}
