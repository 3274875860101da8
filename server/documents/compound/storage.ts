import { documentError } from '../failures.ts';
import { openDirectory, type CompoundDirectory, type DirectoryEntry } from './directory.ts';
import { ENTRY, NO_ENTRY, STAMP } from './layout.ts';

/** A folder in a compound file with what is in it, by name. It may be changed before it is written. */
export interface Storage {
  /** Class identifier, state bits and times as they stand in the file; `STAMP.bytes` bytes. */
  stamp: Uint8Array;
  readonly storages: Map<string, Storage>;
  readonly streams: Map<string, Uint8Array>;
}

/** Deeper than any program writes; Outlook nests three storages for each message in a message. */
const MOST_DEPTH = 64;

export const emptyStorage = (): Storage => ({
  stamp: new Uint8Array(STAMP.bytes),
  storages: new Map(),
  streams: new Map(),
});

/** Reads all storages and streams of a compound file (MS-CFB); gives the root. Throws AppError UNREADABLE_FILE. */
export function readStorages(bytes: Uint8Array): Storage {
  const directory = openDirectory(bytes);
  const root = directory.entries.findIndex(({ type }) => type === ENTRY.root);
  return createReader(directory)(root, 0);
}

function createReader(directory: CompoundDirectory): (number: number, depth: number) => Storage {
  const { entries } = directory;
  const seen = new Uint8Array(entries.length);
  const damaged = (): Error => documentError('UNREADABLE_FILE');
  const take = (number: number): DirectoryEntry => {
    // An entry that is reached twice leads in a circle.
    if (number >= entries.length || seen[number] === 1) throw damaged();
    seen[number] = 1;
    return entries[number]!;
  };

  return function read(number, depth) {
    if (depth > MOST_DEPTH) throw damaged();
    const { stamp, child } = take(number);
    const storage: Storage = { stamp, storages: new Map(), streams: new Map() };
    // MS-CFB 2.6.4: what lies in a storage is a tree of neighbours.
    const waiting = [child];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === NO_ENTRY) continue;
      const isStorage = entries[next]?.type === ENTRY.storage;
      const entry = isStorage ? entries[next]! : take(next);
      // Two readers would see two documents.
      if (storage.storages.has(entry.name) || storage.streams.has(entry.name)) throw damaged();
      if (isStorage) storage.storages.set(entry.name, read(next, depth + 1));
      else if (entry.type === ENTRY.stream) storage.streams.set(entry.name, directory.content(entry));
      else throw damaged();
      waiting.push(entry.right, entry.left);
    }
    return storage;
  };
}
