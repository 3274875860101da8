import type { XmlPart } from '../package/officePackage.ts';
import { xmlAttribute, xmlText } from './escape.ts';
import type { TextNode } from './pieces.ts';

/** New names of sheets, of named ranges and tables, and of columns of tables. Keys in lower case. */
export interface Renames {
  readonly sheets: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, string>;
}

/** A formula somewhere in the workbook. */
export interface FormulaSlot {
  readonly part: XmlPart;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly inAttribute: boolean;
  /** New texts of the literals, by their place in the formula; null: none, as in nearly all of hundreds of thousands. */
  changes: Map<number, { readonly end: number; readonly text: string }> | null;
  /** The stretch that is removed instead, when the value of the cell replaces the formula. */
  dropped: { readonly start: number; readonly end: number } | null;
}

/** All formulas of a workbook. */
export interface Formulas {
  add(part: XmlPart, text: string, start: number, end: number, inAttribute?: boolean): FormulaSlot;
  /** Texts in quotes, each once: the same text in many formulas is one node. */
  literals(): readonly TextNode[];
  /** Writes changed literals and new names. */
  finish(renames: Renames): void;
}

/** A text in double quotes; two of them stand for one (ECMA-376 part 1, 18.17.2.2; OpenFormula 5.4). */
export const LITERAL = /"(?:[^"]|"")*"/g;
const WORDS = /\p{L}{2}|\d{5}/u;

/** @param rename - writes new names into a formula, in the notation of the format */
export function createFormulas(rename: (formula: string, renames: Renames) => string): Formulas {
  const slots: FormulaSlot[] = [];
  const byLiteral = new Map<string, { slot: FormulaSlot; start: number; end: number }[]>();
  return {
    add(part, text, start, end, inAttribute = false) {
      const slot: FormulaSlot = { part, start, end, text, inAttribute, changes: null, dropped: null };
      slots.push(slot);
      for (const match of text.matchAll(LITERAL)) {
        const literal = match[0].slice(1, -1).replaceAll('""', '"');
        if (!WORDS.test(literal)) continue;
        const list = byLiteral.get(literal) ?? [];
        list.push({ slot, start: match.index, end: match.index + match[0].length });
        byLiteral.set(literal, list);
      }
      return slot;
    },
    literals: () =>
      [...byLiteral].map(([text, places]) => ({
        text,
        write(changed) {
          const quoted = `"${changed.replaceAll('"', '""')}"`;
          for (const { slot, start, end } of places) (slot.changes ??= new Map()).set(start, { end, text: quoted });
        },
      })),
    finish(renames) {
      const hasRenames = renames.sheets.size + renames.names.size + renames.columns.size > 0;
      for (const { part, text, start, end, inAttribute, changes, dropped } of slots) {
        if (dropped !== null) {
          part.edits.remove(dropped.start, dropped.end);
          continue;
        }
        const changed = withChanges(text, changes);
        const renamed = hasRenames ? rename(changed, renames) : changed;
        if (renamed !== text) part.edits.replace(start, end, inAttribute ? xmlAttribute(renamed) : xmlText(renamed));
      }
    },
  };
}

function withChanges(text: string, changes: FormulaSlot['changes']): string {
  if (changes === null) return text;
  let result = '';
  let at = 0;
  for (const [start, change] of [...changes].sort(([a], [b]) => a - b)) {
    result += text.slice(at, start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}
