import { scanPlaceholders } from '../../../../core/placeholders/find.ts';
import { restorePlaceholders } from '../../../../core/placeholders/restore.ts';
import type { RestoreBook } from './book.ts';
import type { PieceRestorer } from './pieces.ts';

/** Restores plain text. However it is cut, the pieces together are what restoring the whole gives. */
export function createTextRestorer({ originals }: Pick<RestoreBook, 'originals'>): PieceRestorer {
  if (originals.size === 0) return { push: (piece) => piece, end: () => '' };
  let held = '';
  const take = (isWhole: boolean) => {
    const { found, settled } = scanPlaceholders(held, isWhole);
    const { text } = restorePlaceholders(held.slice(0, settled), originals, found);
    held = held.slice(settled);
    return text;
  };
  return {
    push(piece) {
      held += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

/** {@link createTextRestorer} for a whole text. */
export function restoreText(text: string, { originals }: Pick<RestoreBook, 'originals'>): string {
  return originals.size === 0 ? text : restorePlaceholders(text, originals).text;
}
