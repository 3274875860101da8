import type { TextReplacement } from '../types.ts';
import type { PlacedPiece, Track } from './assemble.ts';
import type { TextNode } from './pieces.ts';

/** A change in a node's own text. */
interface Change {
  readonly start: number;
  end: number;
  readonly text: string;
}

/**
 * Writes the replacements into the nodes of a track. The new text goes into the first node that a replacement touches; the others lose what it
 * covers. Separators stay: paragraphs and cells are the document's structure.
 * @param replacements - sorted by start, never overlapping
 */
export function spliceTrack(track: Track, replacements: readonly TextReplacement[]): void {
  const first = track[0];
  if (first === undefined) return;
  const changes = new Map<TextNode, Change[]>();
  let index = 0;
  for (const { start, end, text } of replacements) {
    while (index < track.length && !touches(track[index]!, start, end) && track[index]!.end <= start) index += 1;
    // A mirror that begins inside a replacement holds only the rest of the value.
    let pending = start < first.start ? '' : text;
    let previous: PlacedPiece | null = null;
    for (let at = index; at < track.length && touches(track[at]!, start, end); at += 1) {
      addChange(changes, track[at]!, previous, { start, end, text: pending });
      pending = '';
      previous = track[at]!;
      if (start === end) break;
    }
  }
  for (const [node, list] of changes) node.write(changed(node.text, list), list);
}

const touches = (placed: PlacedPiece, start: number, end: number): boolean =>
  start === end ? placed.start <= start && start <= placed.end : placed.start < end && placed.end > start;

/** @param previous - the piece before, when the same replacement touches it */
function addChange(
  changes: Map<TextNode, Change[]>,
  placed: PlacedPiece,
  previous: PlacedPiece | null,
  { start, end, text }: TextReplacement,
): void {
  const { piece } = placed;
  const node = piece.node!;
  const from = piece.at + Math.max(start, placed.start) - placed.start;
  const to = piece.at + Math.min(end, placed.end) - placed.start;
  const list = changes.get(node) ?? [];
  changes.set(node, list);
  // What lies unseen between two pieces of one node, a soft hyphen for example, goes with the value.
  if (previous?.piece.node === node && previous.end === placed.start) list.at(-1)!.end = to;
  else list.push({ start: from, end: to, text });
}

function changed(text: string, changes: readonly Change[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const change of changes) {
    parts.push(text.slice(at, change.start), change.text);
    at = change.end;
  }
  return parts.join('') + text.slice(at);
}
