import { PARAGRAPH_END, visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';

/** Codes in headers and footers (ECMA-376 part 1, 18.3.1.46): fonts, sizes, colours, fields, sections; two ampersands show one. */
const CODE = /&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d{1,3}|[LCRPNDTGAFZBIUESXYOH+-]|&)/g;
const SECTION = /^&[LCR]$/;

/** What a header shows: its sections on lines of their own, words in one piece although the format changes in them. */
export function headerPieces(stored: TextNode): Piece[] {
  const node = withoutCodes(stored);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (end: number): void => {
    const text = node.text.slice(at, end);
    for (const piece of visiblePieces({ ...node, text })) pieces.push({ ...piece, node, at: at + piece.at });
  };
  for (const { 0: found, index } of node.text.matchAll(CODE)) {
    add(found === '&&' ? index + 1 : index);
    if (SECTION.test(found) && pieces.length > 0) pieces.push(PARAGRAPH_END);
    at = index + found.length;
  }
  add(node.text.length);
  return pieces;
}

/** What is put in shows as it is: its ampersands begin no codes. */
function withoutCodes(stored: TextNode): TextNode {
  const { text } = stored;
  return {
    text,
    write(_changed, changes) {
      let result = '';
      let at = 0;
      for (const change of changes) {
        result += text.slice(at, change.start) + change.text.replaceAll('&', '&&');
        at = change.end;
      }
      stored.write(result + text.slice(at), changes);
    },
  };
}
