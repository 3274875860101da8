/** Expands brace alternatives: `{Kunden,Vertrags}nummer` → `Kundennummer`, `Vertragsnummer`. Braces do not nest. */
export function expand(pattern: string): string[] {
  const open = pattern.indexOf('{');
  if (open < 0) return [pattern];
  const close = pattern.indexOf('}', open);
  const before = pattern.slice(0, open);
  const rest = expand(pattern.slice(close + 1));
  return pattern
    .slice(open + 1, close)
    .split(',')
    .flatMap((alternative) => rest.map((after) => before + alternative + after));
}
