/** Separators that spreadsheets write. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator that divides the first lines most evenly; a comma when none does. */
export function separatorOf(text: string): string {
  const sample = text.slice(0, 10_000).split('\n').slice(0, 10);
  const complete = sample.length > 1 ? sample.slice(0, -1) : sample;
  let best: { separator: string; columns: number } = { separator: ',', columns: 1 };
  for (const separator of SEPARATORS) {
    const widths = parseRows(complete.join('\n'), separator).map(({ length }) => length);
    const [first = 1] = widths;
    if (first > best.columns && widths.every((width) => width === first)) best = { separator, columns: first };
  }
  if (best.columns > 1) return best.separator;
  const counts = SEPARATORS.map((separator) => [separator, complete[0]?.split(separator).length ?? 1] as const);
  return counts.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** Rows of comma-separated values (RFC 4180): fields in quotes may hold separators, line ends and doubled quotes. */
export function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let field: string;
    if (text[at] === '"') {
      field = '';
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote === -1) {
          field += text.slice(at);
          at = text.length;
          break;
        }
        field += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
      const end = endOfField(text, at, separator);
      field += text.slice(at, end);
      at = end;
    } else {
      const end = endOfField(text, at, separator);
      field = text.slice(at, end);
      at = end;
    }
    row.push(field);
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += 1;
    if (at === text.length) break;
  }
  return rows;
}

function endOfField(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === separator || text[at] === '\n') return at;
  }
  return text.length;
}
