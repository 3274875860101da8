import type { RestoreBook } from './book.ts';
import { createJsonValueRestorer } from './jsonRestorer.ts';
import { startOf } from './jsonStart.ts';
import { createNameRestorer } from './nameRestorer.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';
import { createPlainRestorer } from './plainRestorer.ts';

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

/** Text that is JSON stays valid JSON: there the originals are escaped as its strings need it. */
function createValueRestorer({ originals }: Pick<RestoreBook, 'originals'>): PieceRestorer {
  if (originals.size === 0) return UNTOUCHED;
  let text = '';
  /** Code units of the text that have left while nothing was told of it. */
  let left = 0;
  let chosen: PieceRestorer | null = null;
  const choose = (restorer: PieceRestorer) => {
    chosen = restorer;
    return restorer.push(text.slice(left));
  };
  return {
    push(piece) {
      if (chosen !== null) return chosen.push(piece);
      text += piece;
      const start = startOf(text);
      if (start.kind !== 'untold')
        return choose(start.kind === 'json' ? createJsonValueRestorer(originals) : createPlainRestorer(originals));
      const out = text.slice(left, start.certain);
      left = Math.max(left, start.certain);
      return out;
    },
    end() {
      const out = (chosen === null ? choose(createPlainRestorer(originals)) : '') + (chosen?.end() ?? '');
      text = '';
      left = 0;
      chosen = null;
      return out;
    },
  };
}

/** {@link createTextRestorer} for a whole text. */
export function restoreText(text: string, book: RestoreTexts): string {
  const restorer = createTextRestorer(book);
  return restorer.push(text) + restorer.end();
}
