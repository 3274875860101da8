/**
 * Comments, instructions to programs but the declaration at the start, and the name of the document's type (XML 1.0, 2.5, 2.6, 2.8). CDATA sections may hold what
 * looks like one.
 */
const REMARK =
  /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?(?!xml\s)[\s\S]*?\?>|<!DOCTYPE(?:[^"'>[]|"[^"]*"|'[^']*')*>/gi;

/** Well-formed XML without what its makers noted in it: no program shows it. */
export function withoutRemarks(source: string): { readonly xml: string; readonly count: number } {
  let count = 0;
  const xml = source.replace(REMARK, (found) => {
    if (found.startsWith('<![')) return found;
    count += 1;
    return '';
  });
  return { xml, count };
}
