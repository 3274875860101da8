/** Puts originals into a text that comes in pieces. */
export interface PieceRestorer {
  /** @returns what is certain now; often the piece itself, empty when all of it may still belong to a placeholder */
  push(piece: string): string;
  /** Nothing follows. @returns what was held back; the restorer is as new then */
  end(): string;
}

/** Where nothing was masked, pieces pass as they are. */
export const UNTOUCHED: PieceRestorer = Object.freeze({ push: (piece: string) => piece, end: () => '' });
