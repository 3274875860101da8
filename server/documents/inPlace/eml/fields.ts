/** A field of a header. UTF-16 offsets into the string of bytes, `end` exclusive. */
export interface Field {
  /** In lower case; empty for a line that is no field. */
  readonly name: string;
  readonly start: number;
  /** Behind the line break. */
  readonly end: number;
  /** Behind the colon. */
  readonly valueStart: number;
  /** Before the last line break. */
  readonly valueEnd: number;
}

const NAME = /([\x21-\x39\x3B-\x7E]+)[\t ]*:/y;

/** Fields up to the empty line (RFC 5322, 2.2), with their folded lines, and where the body begins. */
export function readFields(source: string, start: number, end: number): { fields: Field[]; bodyStart: number } {
  const fields: Field[] = [];
  let at = start;
  while (at < end) {
    const lineEnd = endOfLine(source, at, end);
    if (source.slice(at, lineEnd).trim() === '') return { fields, bodyStart: lineEnd };
    let fieldEnd = lineEnd;
    while (fieldEnd < end && (source[fieldEnd] === ' ' || source[fieldEnd] === '\t')) {
      const next = endOfLine(source, fieldEnd, end);
      // A line of nothing but white space ends a header in the eyes of some programs: it belongs to none.
      if (source.slice(fieldEnd, next).trim() === '') break;
      fieldEnd = next;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(source);
    const isField = name !== null && NAME.lastIndex <= lineEnd;
    const valueStart = isField ? NAME.lastIndex : at;
    let valueEnd = fieldEnd;
    while (valueEnd > valueStart && (source[valueEnd - 1] === '\n' || source[valueEnd - 1] === '\r')) valueEnd -= 1;
    fields.push({ name: isField ? name[1]!.toLowerCase() : '', start: at, end: fieldEnd, valueStart, valueEnd });
    at = fieldEnd;
  }
  return { fields, bodyStart: end };
}

function endOfLine(source: string, at: number, end: number): number {
  const lineFeed = source.indexOf('\n', at);
  return lineFeed < 0 || lineFeed >= end ? end : lineFeed + 1;
}

export const unfold = (value: string): string => value.replace(/\r?\n(?=[\t ])/g, '');
