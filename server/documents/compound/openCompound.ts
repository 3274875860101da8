import { openDirectory } from './directory.ts';
import { ENTRY } from './layout.ts';

/** A compound file (MS-CFB), the container of Office 97 documents, without its tree: whatever lies in it is found, wherever it lies. */
export interface CompoundFile {
  /** Names of all streams and storages. */
  readonly names: readonly string[];
  /** Content of the first stream of this name; null when there is none. Throws AppError UNREADABLE_FILE. */
  read(name: string): Buffer | null;
}

/** Opens a compound file in memory. Throws AppError UNREADABLE_FILE. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  const directory = openDirectory(bytes);
  const entries = directory.entries.filter(({ type }) => type !== ENTRY.unused);
  const contents = new Map<string, Buffer>();
  return {
    names: entries.map(({ name }) => name),
    read(name) {
      const known = contents.get(name);
      if (known !== undefined) return known;
      const entry = entries.find((candidate) => candidate.type === ENTRY.stream && candidate.name === name);
      if (entry === undefined) return null;
      const content = directory.content(entry);
      contents.set(name, content);
      return content;
    },
  };
}
