import { entriesOfDrop, type UploadEntry } from './fileEntries.ts';

/** What was dropped: its files, those of folders too. */
export interface DroppedFiles {
  readonly files: readonly File[];
  /** Name of the folder that was dropped; null where there was none, or several. */
  readonly folder: string | null;
}

/** More files than a batch takes. What systems keep for themselves in folders (.DS_Store, ._name) is no document. */
const LIMITS = Object.freeze({ isWanted: (name: string) => !name.startsWith('.'), files: 2_000, depth: 20 });

/** Reads what was dropped. It must be called at once: the browser empties the data after the event. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFiles> {
  const { files, emptyFolders } = await entriesOfDrop(data, LIMITS);
  const roots = new Set([...files.map(({ folders }) => folders[0] ?? null), ...emptyFolders.map(([root]) => root!)]);
  const [root = null] = roots;
  return { files: files.map(withPath), folder: roots.size === 1 ? root : null };
}

/** A dropped file that tells its path as one of a chosen folder does. */
function withPath({ file, folders }: UploadEntry): File {
  if (folders.length === 0) return file;
  return Object.defineProperty(file, 'webkitRelativePath', { value: [...folders, file.name].join('/') });
}
