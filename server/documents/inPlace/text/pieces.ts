import type { TextPlace, TextReplacement } from '../types.ts';

/** A place in a document that holds text as one string: the content of a text element, the value of an attribute, what a cell shows. */
export interface TextNode {
  /** All characters, also those that a reader does not see (soft hyphens, white space that collapses). */
  readonly text: string;
  /**
   * Puts another text there, when the document is written. Called at most once.
   * @param changes - how the text became that one; offsets count in the node's text, sorted
   */
  write(text: string, changes: readonly TextReplacement[]): void;
}

/** A stretch of the text that people read: a part of a node, or a separator (`node` is absent) that no replacement can change. */
export interface Piece {
  readonly text: string;
  readonly node?: TextNode;
  /** Where the stretch begins in the node's text. UTF-16 code units. */
  readonly at: number;
  /** The same text again, for other programs (ECMA-376 part 3, 7.5: alternate content). They begin where this piece begins. */
  mirrors?: readonly (readonly Piece[])[];
  /** Where the piece stands, when it is another place than that of its segment. */
  part?: TextPlace['part'];
}

/** Pieces that belong together, in reading order. Segments stand on lines of their own. */
export interface Segment {
  readonly part: TextPlace['part'];
  readonly pieces: readonly Piece[];
}

/** Separators; they are compared as objects. */
export const PARAGRAPH_END: Piece = Object.freeze({ text: '\n', at: 0 });
export const CELL_END: Piece = Object.freeze({ text: '\t', at: 0 });

/** Soft hyphen, zero-width space, word joiner, byte order mark: they show at a line's end at most and would split names. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]+/g;

/** The visible stretches of a node. */
export function visiblePieces(node: TextNode): Piece[] {
  const { text } = node;
  if (text === '') return [];
  if (text.search(INVISIBLE) < 0) return [{ text, node, at: 0 }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: hidden, index } of text.matchAll(INVISIBLE)) {
    if (index > at) pieces.push({ text: text.slice(at, index), node, at });
    at = index + hidden.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), node, at });
  return pieces;
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
