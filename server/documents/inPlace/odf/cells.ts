import type { XmlPart } from '../package/officePackage.ts';
import { attributeRanges, value, type XmlElement } from '../package/walk.ts';
import type { Formulas, FormulaSlot } from '../text/formulas.ts';
import type { TextNode } from '../text/pieces.ts';
import { odfDependsOnCells } from './references.ts';

/** Makes cells of a spreadsheet show what is written into them: their text stands beside the value it was made of. */
export interface OdfCells {
  open(element: XmlElement): void;
  close(element: XmlElement): void;
  /** A node in a paragraph: when the paragraph is a cell's text and the node changes, the value of the cell goes. */
  inCell(node: TextNode, paragraph: XmlElement): TextNode;
}

const CELL = /^table:(?:covered-)?table-cell$/;
/** Attributes that hold the value of a cell (ODF 1.3 part 3, 19.367 to 19.389). */
const VALUES: ReadonlySet<string> = new Set([
  'value',
  'date-value',
  'time-value',
  'boolean-value',
  'string-value',
  'currency',
]);

interface Cell {
  /** Removes the value once; null where the cell has none beside its text. */
  release: (() => void) | null;
}

export function createOdfCells(part: XmlPart, formulas: Formulas, anonymize: boolean): OdfCells {
  const stack: (Cell & { readonly element: XmlElement })[] = [];
  return {
    open(element) {
      if (CELL.test(element.name)) stack.push({ element, release: releaseOf(part, element, formulas, anonymize) });
    },
    close(element) {
      if (stack.at(-1)?.element === element) stack.pop();
    },
    inCell(node, paragraph) {
      const cell = stack.at(-1);
      // Comments and text boxes in a cell have paragraphs of their own.
      if (cell === undefined || cell.release === null || paragraph.parent !== cell.element) return node;
      return {
        text: node.text,
        write(changed, changes) {
          cell.release?.();
          cell.release = null;
          node.write(changed, changes);
        },
      };
    },
  };
}

function releaseOf(part: XmlPart, element: XmlElement, formulas: Formulas, anonymize: boolean): Cell['release'] {
  const formula = value(element, 'formula');
  const type = value(element, 'value-type');
  if (
    formula === undefined &&
    (type === undefined || type === 'string') &&
    value(element, 'string-value') === undefined
  ) {
    return null;
  }
  const ranges = attributeRanges(part.source, element);
  const range = ranges.find(({ local }) => local === 'formula');
  const slot: FormulaSlot | null =
    range === undefined ? null : formulas.add(part, range.value, range.start, range.end, true);
  const keepsFormula = formula !== undefined && (!anonymize || odfDependsOnCells(formula));
  return () => {
    for (const { local, start, end, outerStart, outerEnd } of ranges) {
      if (local === 'value-type') part.edits.replace(start, end, 'string');
      else if (VALUES.has(local)) part.edits.remove(outerStart, outerEnd);
      else if (local === 'formula' && slot !== null && !keepsFormula)
        slot.dropped = { start: outerStart, end: outerEnd };
    }
  };
}
