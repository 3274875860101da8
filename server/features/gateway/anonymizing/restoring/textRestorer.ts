import { scanPlaceholders } from '../../../../core/placeholders/find.ts';
import { restorePlaceholders } from '../../../../core/placeholders/restore.ts';
import type { RestoreBook } from './book.ts';
import { createNameRestorer } from './nameRestorer.ts';
import type { PieceRestorer } from './pieces.ts';

/** Restores plain text. However it is cut, the pieces together are what restoring the whole gives. */
export function createTextRestorer(book: RestoreTexts): PieceRestorer {
  const names = createNameRestorer(book);
  const values = createValueRestorer(book);
  return {
    push: (piece) => values.push(names.push(piece)),
    end: () => values.push(names.end()) + values.end(),
  };
}

type RestoreTexts = Pick<RestoreBook, 'originals' | 'names'>;

function createValueRestorer({ originals }: RestoreTexts): PieceRestorer {
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
export function restoreText(text: string, book: RestoreTexts): string {
  const restorer = createTextRestorer(book);
  return restorer.push(text) + restorer.end();
}
