import { scanPlaceholders } from '../../../../core/placeholders/find.ts';
import { restorePlaceholders } from '../../../../core/placeholders/restore.ts';
import type { RestoreBook } from './book.ts';
import type { PieceRestorer } from './pieces.ts';

/** Puts originals as they are into a text that comes in pieces. */
export function createPlainRestorer(originals: RestoreBook['originals']): PieceRestorer {
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
