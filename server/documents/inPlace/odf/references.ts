import { LITERAL, type Renames } from '../text/formulas.ts';

/** Literals; sheets in quotes or bare before the dot of a cell; bare names (OpenFormula 5.8, 5.11). An open quote ends with the formula. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*(?:'|$)|[\p{L}_][\p{L}\p{N}_]*(?!\s*\()/gu;

/** A formula or a reference of OpenDocument with the new names of sheets and ranges. */
export function renameInOdfFormula(formula: string, { sheets, names }: Renames): string {
  return formula.replace(TOKEN, (token: string, offset: number) => {
    if (token.startsWith('"')) return token;
    const isSheet = formula.charAt(offset + token.length) === '.';
    if (token.startsWith("'")) {
      const name = token.slice(1, -1).replaceAll("''", "'").toLowerCase();
      return (isSheet ? quoted(sheets.get(name)) : undefined) ?? token;
    }
    if (isSheet) return quoted(sheets.get(token.toLowerCase())) ?? token;
    return names.get(token.toLowerCase()) ?? token;
  });
}

const quoted = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : `'${name.replaceAll("'", "''")}'`;

/** Whether the value of a formula comes from other cells; see the same question for Excel. */
export function odfDependsOnCells(formula: string): boolean {
  const withoutLiterals = formula.replace(LITERAL, '');
  return /\[[^[\]']*\.|'\./.test(withoutLiterals) && !/'file:|https?:/.test(withoutLiterals);
}
