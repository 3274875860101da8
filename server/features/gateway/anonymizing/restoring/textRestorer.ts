import { scanPlaceholders } from '../../../../core/placeholders/find.ts';
import { restorePlaceholders } from '../../../../core/placeholders/restore.ts';
import type { RestoreBook } from './book.ts';
import { createJsonRestorer } from './jsonRestorer.ts';
import { createNameRestorer } from './nameRestorer.ts';
import { type PieceRestorer, UNTOUCHED } from './pieces.ts';

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

/** How an answer begins that is JSON as a whole, plain or as a block of code; a list of lists could be a placeholder. */
const JSON_START = /^\s*(?:```(?:json)?\s*)?(?:\{\s*"|\[\s*["{])/;
/** What may still become that. A bracket may begin a placeholder as well, so it does not leave yet. */
const UNTOLD_START = /^\s*(?:`{0,2}|```(?:j|js|jso)?|(?:```(?:json)?\s*)?(?:\{\s*|(\[\s*))?)$/;

/** Text that is JSON stays valid JSON: there the originals are escaped as its strings need it. */
function createValueRestorer({ originals }: Pick<RestoreBook, 'originals'>): PieceRestorer {
  if (originals.size === 0) return UNTOUCHED;
  let start = '';
  /** Code units of the start that have left. */
  let left = 0;
  let chosen: PieceRestorer | null = null;
  const rest = (restorer: PieceRestorer) => {
    chosen = restorer;
    return restorer.push(start.slice(left));
  };
  return {
    push(piece) {
      if (chosen !== null) return chosen.push(piece);
      start += piece;
      const untold = UNTOLD_START.exec(start);
      if (untold === null) {
        const plain = createPlainRestorer(originals);
        const book = { originals, numbers: new Set<string>(), names: new Map<string, string>() };
        return rest(JSON_START.test(start) ? createJsonRestorer(book, plain) : plain);
      }
      const out = start.slice(left, start.length - (untold[1] ?? '').length);
      left += out.length;
      return out;
    },
    end() {
      const out = (chosen === null ? rest(createPlainRestorer(originals)) : '') + (chosen?.end() ?? '');
      start = '';
      left = 0;
      chosen = null;
      return out;
    },
  };
}

function createPlainRestorer(originals: RestoreBook['originals']): PieceRestorer {
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
