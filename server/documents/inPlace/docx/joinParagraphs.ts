import type { XmlPart } from '../package/officePackage.ts';
import type { ElementEnd, XmlElement } from '../package/walk.ts';

/** A paragraph whose end was deleted: accepting the change joins it with the next one. */
interface Deleted {
  readonly start: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly empty: boolean;
}

/** Accepts deleted paragraph ends (ECMA-376 part 1, 17.13.5.15). */
export interface ParagraphJoiner {
  markDeleted(paragraph: XmlElement | null): void;
  open(element: XmlElement): void;
  close(element: XmlElement, end: ElementEnd): void;
}

const CONTENT: ReadonlySet<string> = new Set([
  'w:t',
  'w:tab',
  'w:br',
  'w:drawing',
  'w:pict',
  'w:object',
  'w:fldChar',
  'm:t',
]);
const REMOVED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

export function joinParagraphs({ edits }: XmlPart): ParagraphJoiner {
  const marked = new WeakSet<XmlElement>();
  const filled = new WeakSet<XmlElement>();
  const joined = new WeakSet<XmlElement>();
  /** By the element around: the paragraph before, when its end was deleted. */
  const waiting = new Map<XmlElement | null, Deleted>();
  let removedDepth = 0;

  /** A paragraph joins the one before as soon as its properties are over. */
  const join = (paragraph: XmlElement, headEnd: number): void => {
    const before = waiting.get(paragraph.parent);
    if (before === undefined) return;
    waiting.delete(paragraph.parent);
    if (before.empty) {
      edits.remove(before.start, before.end);
    } else {
      edits.remove(before.contentEnd, before.end);
      edits.remove(paragraph.start, headEnd);
      joined.add(paragraph);
    }
  };

  return {
    markDeleted(paragraph) {
      if (paragraph?.name === 'w:p') marked.add(paragraph);
    },
    open(element) {
      if (REMOVED.has(element.name)) removedDepth += 1;
      const { parent } = element;
      if (parent?.name === 'w:p' && element.name !== 'w:pPr') join(parent, element.start);
      if (removedDepth > 0 || !CONTENT.has(element.name)) return;
      for (let around = parent; around !== null && !filled.has(around); around = around.parent) {
        if (around.name === 'w:p') filled.add(around);
      }
    },
    close(element, { contentEnd, end }) {
      if (REMOVED.has(element.name)) removedDepth -= 1;
      if (element.name === 'w:p') {
        if (contentEnd < end) join(element, contentEnd);
        waiting.delete(element.parent);
        if (marked.has(element)) {
          const empty = !filled.has(element) && !joined.has(element);
          if (contentEnd < end) waiting.set(element.parent, { start: element.start, contentEnd, end, empty });
        }
      } else if (waiting.has(element.parent)) {
        // Only a paragraph directly after can be joined.
        waiting.delete(element.parent);
      }
    },
  };
}
