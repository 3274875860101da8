import type { RestoreBook } from './book.ts';
import { createJsonValueRestorer } from './jsonRestorer.ts';
import { createTextStart } from './jsonStart.ts';
import { guardLinks } from './linkGuard.ts';
import { createNameRestorer } from './nameRestorer.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';
import { createPlainRestorer } from './plainRestorer.ts';

/** Restores plain text, but for what stands in addresses where the book says so. However it is cut, the pieces together are what restoring the whole gives. */
export function createTextRestorer(book: RestoreTexts): PieceRestorer {
  const names = createNameRestorer(book);
  const values = createValueRestorer(book);
  const restorer: PieceRestorer = {
    push: (piece) => values.push(names.push(piece)),
    end: () => values.push(names.end()) + values.end(),
  };
  const holdsNothing = book.originals.size === 0 && book.names.size === 0;
  return book.links === undefined || holdsNothing ? restorer : guardLinks(restorer, book, book.links);
}

type RestoreTexts = Pick<RestoreBook, 'originals' | 'names' | 'links'>;

/** Text that is JSON stays valid JSON: there the originals are escaped as its strings need it. */
function createValueRestorer({ originals }: Pick<RestoreBook, 'originals'>): PieceRestorer {
  if (originals.size === 0) return UNTOUCHED;
  let startOf = createTextStart();
  /** What may begin a placeholder, while nothing is told of the text. */
  let held = '';
  let chosen: PieceRestorer | null = null;
  const choose = (restorer: PieceRestorer) => {
    chosen = restorer;
    return restorer.push(held);
  };
  return {
    push(piece) {
      if (chosen !== null) return chosen.push(piece);
      const start = startOf(piece);
      if (start === 'untold') return piece;
      const bracket = start === 'list' && held === '' ? piece.indexOf('[') : 0;
      held += piece.slice(bracket);
      if (start === 'json') return choose(createJsonValueRestorer(originals));
      if (start === 'other') return choose(createPlainRestorer(originals));
      return piece.slice(0, bracket);
    },
    end() {
      const out = (chosen === null ? choose(createPlainRestorer(originals)) : '') + (chosen?.end() ?? '');
      startOf = createTextStart();
      held = '';
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
