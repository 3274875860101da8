import type { Range as TextRange } from '../details/anchors.ts';

/** The words of an element as one text, and the way between offsets in it and places in the page. */
export interface PageText {
  readonly text: string;
  /** The range of the page for a stretch of the text; null when it is not there. */
  readonly rangeOf: (stretch: TextRange) => Range | null;
  /** Offset of a place of the page; null when it lies elsewhere. */
  readonly offsetOf: (node: Node, offset: number) => number | null;
}

/** Reads the text nodes below an element, in their order. */
export function textOfPage(root: Node): PageText {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    text += (node as Text).data;
  }
  function placeAt(offset: number, atEnd: boolean): readonly [Text, number] | null {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (nodes[middle]!.from < offset + (atEnd ? 0 : 1)) low = middle + 1;
      else high = middle;
    }
    const found = nodes[low - 1];
    return found ? [found.node, Math.min(offset - found.from, found.node.length)] : null;
  }
  return {
    text,
    rangeOf({ from, to }) {
      const [start, end] = [placeAt(from, false), placeAt(to, true)];
      if (start === null || end === null || from >= to) return null;
      const range = document.createRange();
      range.setStart(...start);
      range.setEnd(...end);
      return range;
    },
    offsetOf(node, offset) {
      const known = nodes.find((other) => other.node === node);
      if (known) return known.from + offset;
      // A place between elements: the first text behind it.
      const point = document.createRange();
      point.setStart(node, offset);
      const next = nodes.find((other) => point.comparePoint(other.node, 0) >= 0);
      return next?.from ?? (root.contains(node) ? text.length : null);
    },
  };
}
