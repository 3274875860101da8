import { z } from 'zod';
import { exportOrder } from '../../../server/contract/exports.ts';

const KEY = 'deckname.exports';

/** Identifiers and choices alone: the name that a person typed may be somebody's, and browsers write these stores to the disk. */
const keptExport = z.object({ jobId: z.string(), id: z.string(), order: exportOrder });
type KeptExport = z.output<typeof keptExport>;

/** The exports that a window waits for, so that it finds them again when it is loaded anew. */
export interface KeptExports {
  list(): readonly KeptExport[];
  add(entry: KeptExport): void;
  remove(id: string): void;
  /** Whether the page is being left: what ends now was ended by that. */
  isLeaving(): boolean;
}

/** @param storage - one that belongs to the window, as sessionStorage does */
export function createKeptExports(storage: Pick<Storage, 'getItem' | 'setItem'>): KeptExports {
  let leaving = false;
  addEventListener('pagehide', () => (leaving = true));
  // A browser may show a page again as it was.
  addEventListener('pageshow', () => (leaving = false));

  function list(): readonly KeptExport[] {
    try {
      return z.array(keptExport).parse(JSON.parse(storage.getItem(KEY) ?? '[]'));
    } catch {
      return [];
    }
  }
  function write(entries: readonly KeptExport[]): void {
    try {
      storage.setItem(KEY, JSON.stringify(entries));
    } catch {
      // A full or forbidden store: a reload forgets the export, as a closed window does.
    }
  }
  return {
    list,
    add: (entry) => write([...list(), keptExport.parse(entry)]),
    remove: (id) => write(list().filter((entry) => entry.id !== id)),
    isLeaving: () => leaving,
  };
}
