import type { TextPlace } from '../types.ts';
import { PARAGRAPH_END, textOf, type Piece } from './pieces.ts';

/** One stream of text: the body, a text box in it, or one of several versions of a content. */
interface Flow {
  readonly pieces: Piece[];
  /** Text boxes anchored in the current paragraph; they follow it. */
  readonly boxes: Piece[];
}

/** Brings text into reading order: text boxes follow the paragraph that anchors them, alternative contents are told from each other. */
export interface Flows {
  add(pieces: readonly Piece[]): void;
  /** The end of a cell takes the place of its last paragraph's end, the end of a row that of its last cell. */
  replaceLast(old: Piece, piece: Piece): void;
  endParagraph(): void;
  openBox(): void;
  closeBox(): void;
  openAlternatives(): void;
  openBranch(): void;
  closeBranch(): void;
  closeAlternatives(): void;
  result(): readonly Piece[];
}

const TEXT_BOX: TextPlace['part'] = Object.freeze({ kind: 'textbox' });

export function createFlows(): Flows {
  const flows: Flow[] = [{ pieces: [], boxes: [] }];
  const alternatives: Flow[][] = [];
  const flow = (): Flow => flows.at(-1)!;
  return {
    add: (pieces) => append(flow().pieces, pieces),
    replaceLast(old, piece) {
      const { pieces } = flow();
      if (pieces.at(-1) === old) pieces[pieces.length - 1] = piece;
    },
    endParagraph() {
      const { pieces, boxes } = flow();
      pieces.push(PARAGRAPH_END);
      append(pieces, boxes.splice(0));
    },
    openBox: () => void flows.push({ pieces: [], boxes: [] }),
    closeBox() {
      const box = flows.pop()!;
      const pieces = [...box.pieces, ...box.boxes];
      for (const piece of pieces) if (piece.node !== undefined) piece.part = TEXT_BOX;
      append(flow().boxes, pieces);
    },
    openAlternatives: () => void alternatives.push([]),
    openBranch: () => void flows.push({ pieces: [], boxes: [] }),
    closeBranch: () => void alternatives.at(-1)?.push(flows.pop()!),
    closeAlternatives() {
      const { pieces, boxes } = flow();
      const branches = alternatives.pop()!;
      merge(
        branches.map((branch) => branch.pieces),
        pieces,
      );
      merge(
        branches.map((branch) => branch.boxes),
        boxes,
      );
    },
    result: () => flows.flatMap((each) => [...each.pieces, ...each.boxes]),
  };
}

/** Branches that say the same are one text with mirrors; a branch that says something else is text of its own. */
function merge(branches: readonly Piece[][], into: Piece[]): void {
  const heads = new Map<string, Piece>();
  for (const branch of branches) {
    const text = textOf(branch);
    if (text.trim() === '') continue;
    const first = branch.find(({ node }) => node !== undefined);
    if (first === undefined) continue;
    const known = heads.get(text);
    const visible = branch.slice(branch.indexOf(first));
    if (known === undefined) {
      heads.set(text, first);
      append(into, branch);
    } else {
      known.mirrors = [...(known.mirrors ?? []), visible];
    }
  }
}

/** A call with hundreds of thousands of arguments would exceed the stack. */
function append(target: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) target.push(piece);
}
