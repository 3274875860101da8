import type { ViewBlock, ViewParagraph } from '../../../contract/documentView.ts';

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
/** Signs of quoting before a line of a mail (RFC 3676, 4.5), as programs write them. */
const QUOTE = /^(?:>[ \t]?){1,20}/;
const DEEPEST = 20;

/** Paragraphs of a plain text: between blank lines, and one for each quoted line. Offsets are those of the text. */
export function lineBlocks(text: string): ViewBlock[] {
  const blocks: ViewParagraph[] = [];
  let open: { start: number; end: number } | null = null;
  const endParagraph = () => {
    if (open !== null) blocks.push({ kind: 'paragraph', runs: [open] });
    open = null;
  };
  for (const { 0: whole, index } of text.matchAll(LINE)) {
    const line = whole.trimEnd();
    const quote = QUOTE.exec(line)?.[0] ?? '';
    if (quote !== '') {
      endParagraph();
      if (line.length === quote.trimEnd().length) continue;
      const depth = Math.min(DEEPEST, quote.replace(/[^>]/g, '').length);
      const runs = [{ start: index + quote.length, end: index + line.length }];
      blocks.push({ kind: 'paragraph', quote: depth, runs });
    } else if (line === '') endParagraph();
    else if (open === null) open = { start: index, end: index + line.length };
    else open.end = index + line.length;
  }
  endParagraph();
  return blocks;
}
