import type { XmlPart } from '../package/officePackage.ts';
import { xmlAttribute, xmlText } from '../text/escape.ts';
import type { TextNode } from '../text/pieces.ts';

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
  /** New texts of the literals, by their place in the formula. */
  readonly changes: Map<number, { readonly end: number; readonly text: string }>;
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

/** A text in double quotes; two of them stand for one (ECMA-376 part 1, 18.17.2.2). */
const LITERAL = /"(?:[^"]|"")*"/g;
const WORDS = /\p{L}{2}|\d{5}/u;

export function createFormulas(): Formulas {
  const slots: FormulaSlot[] = [];
  const byLiteral = new Map<string, { slot: FormulaSlot; start: number; end: number }[]>();
  return {
    add(part, text, start, end, inAttribute = false) {
      const slot: FormulaSlot = { part, start, end, text, inAttribute, changes: new Map(), dropped: null };
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
          for (const { slot, start, end } of places) slot.changes.set(start, { end, text: quoted });
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
        const renamed = hasRenames ? renameInFormula(changed, renames) : changed;
        if (renamed !== text) part.edits.replace(start, end, inAttribute ? xmlAttribute(renamed) : xmlText(renamed));
      }
    },
  };
}

function withChanges(text: string, changes: FormulaSlot['changes']): string {
  if (changes.size === 0) return text;
  let result = '';
  let at = 0;
  for (const [start, change] of [...changes].sort(([a], [b]) => a - b)) {
    result += text.slice(at, start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}

/** Literals; sheets in quotes before `!`; names, which may be sheets, ranges or tables; columns in brackets. */
const TOKEN =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'(?=!)|\[(?:'[[\]#']|[^[\]'])*\]|[\p{L}_\\][\p{L}\p{N}_.\\]*(?:(?=!)|(?::[\p{L}_][\p{L}\p{N}_.]*(?=!))|(?!\s*\())/gu;

/** A formula with the new names of sheets, ranges and columns. */
export function renameInFormula(formula: string, { sheets, names, columns }: Renames): string {
  return formula.replace(TOKEN, (token: string, offset: number) => {
    if (token.startsWith('"')) return token;
    if (token.startsWith("'")) return quoteSheets(token.slice(1, -1).replaceAll("''", "'"), sheets) ?? token;
    if (token.startsWith('[')) {
      const column = columns.get(
        token
          .slice(1, -1)
          .replace(/'([[\]#'])/g, '$1')
          .toLowerCase(),
      );
      return column === undefined ? token : `[${column.replace(/[[\]#']/g, "'$&")}]`;
    }
    if (formula.charAt(offset + token.length) === '!') return quoteSheets(token, sheets) ?? token;
    return names.get(token.toLowerCase()) ?? token;
  });
}

/** One sheet, or a range of them: `Januar:März`. */
function quoteSheets(reference: string, sheets: ReadonlyMap<string, string>): string | undefined {
  const whole = sheets.get(reference.toLowerCase());
  const renamed =
    whole ??
    reference
      .split(':')
      .map((name) => sheets.get(name.toLowerCase()) ?? name)
      .join(':');
  return renamed === reference ? undefined : `'${renamed.replaceAll("'", "''")}'`;
}

const REFERENCE =
  /\$?[A-Z]{1,3}\$?\d+|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*(?!\s*\(|[\p{L}\p{N}_.])/u;
const EXTERNAL = /\[\d+\]|\|'/;

/**
 * Whether the value of a formula comes from other cells of the workbook, where values are replaced too. A formula that holds the value in itself
 * (`DATE(1979,5,24)`) would give it back at the next calculation.
 */
export function dependsOnCells(formula: string): boolean {
  const withoutLiterals = formula.replace(LITERAL, '');
  return !EXTERNAL.test(withoutLiterals) && REFERENCE.test(withoutLiterals.replace(/\b(?:TRUE|FALSE)\b/g, ''));
}
