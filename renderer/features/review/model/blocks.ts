/**
 * The text of a document is shown as rows, one per line, so that only the rows in sight have to be in the page.
 * All offsets are UTF-16 code units of the original text.
 */
export interface Block {
  readonly index: number;
  /** First code unit of the row. */
  readonly start: number;
  /** Exclusive end of what is shown. */
  readonly textEnd: number;
  /** Exclusive end including the line break; equals the start of the next row. */
  readonly end: number;
}

/** A run without any line break is cut at this length, so that one row stays cheap to lay out. */
const MAX_BLOCK_LENGTH = 2_000;

const LINE_BREAK = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/g;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Where to cut a long run: after the last blank before `limit`, else at `limit`, never inside a surrogate pair. */
function cutPosition(text: string, start: number, limit: number): number {
  const blank = text.lastIndexOf(' ', limit - 1);
  if (blank > start + MAX_BLOCK_LENGTH / 2) return blank + 1;
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

/**
 * Splits a text into rows at its line breaks and cuts runs longer than `MAX_BLOCK_LENGTH`.
 * The rows cover the text without gap or overlap; an empty text has one empty row.
 */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const addLine = (lineStart: number, textEnd: number, end: number) => {
    let start = lineStart;
    while (textEnd - start > MAX_BLOCK_LENGTH) {
      const cut = cutPosition(text, start, start + MAX_BLOCK_LENGTH);
      blocks.push({ index: blocks.length, start, textEnd: cut, end: cut });
      start = cut;
    }
    blocks.push({ index: blocks.length, start, textEnd, end });
  };

  let lineStart = 0;
  for (const match of text.matchAll(LINE_BREAK)) {
    const end = match.index + match[0].length;
    addLine(lineStart, match.index, end);
    lineStart = end;
  }
  if (lineStart < text.length || blocks.length === 0) addLine(lineStart, text.length, text.length);
  return blocks;
}

/** Index of the row that holds `offset`; an offset behind the text belongs to the last row. */
export function blockAt(blocks: readonly Block[], offset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blocks[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Distributes ranges over the rows they touch: row index → its ranges, in the order given. */
export function rangesByBlock<R extends { readonly start: number; readonly end: number }>(
  blocks: readonly Block[],
  ranges: readonly R[],
): ReadonlyMap<number, readonly R[]> {
  const rows = new Map<number, R[]>();
  for (const range of ranges) {
    for (let index = blockAt(blocks, range.start); index < blocks.length; index++) {
      const block = blocks[index]!;
      if (block.start >= range.end) break;
      const row = rows.get(index);
      if (row) row.push(range);
      else rows.set(index, [range]);
    }
  }
  return rows;
}
