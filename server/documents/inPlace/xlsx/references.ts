import { LITERAL, type Renames } from '../text/formulas.ts';

/**
 * Literals; sheets in quotes before `!`; names, which may be sheets, ranges or tables; columns in brackets. A quote or bracket that nothing closes is read
 * to where it must end, so that the time stays linear.
 */
const TOKEN =
  /"(?:[^"]|"")*"|'(?:[^']|'')*(?:'|$)|\[(?:'[[\]#']|[^[\]'])*\]?|[\p{L}_\\][\p{L}\p{N}_.\\]*(?:(?=!)|(?::[\p{L}_][\p{L}\p{N}_.]*(?=!))|(?!\s*\())/gu;

/** A formula with the new names of sheets, ranges and columns. */
export function renameInFormula(formula: string, { sheets, names, columns }: Renames): string {
  return formula.replace(TOKEN, (token: string, offset: number) => {
    if (token.startsWith('"')) return token;
    const isSheet = formula.charAt(offset + token.length) === '!';
    if (token.startsWith("'"))
      return (isSheet ? quoteSheets(token.slice(1, -1).replaceAll("''", "'"), sheets) : undefined) ?? token;
    if (token.startsWith('[')) {
      if (!token.endsWith(']')) return token;
      const column = columns.get(
        token
          .slice(1, -1)
          .replace(/'([[\]#'])/g, '$1')
          .toLowerCase(),
      );
      return column === undefined ? token : `[${column.replace(/[[\]#']/g, "'$&")}]`;
    }
    if (isSheet) return quoteSheets(token, sheets) ?? token;
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
