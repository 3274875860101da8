/** What was dropped: its files, those of folders too. */
export interface DroppedFiles {
  readonly files: readonly File[];
  /** Name of the folder that was dropped; null where there was none, or several. */
  readonly folder: string | null;
}

/** Folders in folders, and files, that are looked at. */
const DEPTH = 20;
const MOST_FILES = 2_000;

/** Reads what was dropped. It must be called at once: the browser empties the data after the event. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFiles> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter(isFolder);
  if (folders.length === 0) return { files: [...data.files], folder: null };
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files, 0);
  return { files, folder: entries.length === 1 ? folders[0]!.name : null };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function collect(entry: FileSystemEntry, files: File[], depth: number): Promise<void> {
  // What systems keep for themselves in folders (.DS_Store, ._name) is no document.
  if (depth > DEPTH || files.length >= MOST_FILES || entry.name.startsWith('.')) return;
  if (!isFolder(entry)) {
    files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // A reader gives a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, files, depth + 1);
  }
}
