/** A file to be uploaded and the folders it lies in, from the outermost on. */
export interface UploadEntry {
  readonly folders: readonly string[];
  readonly file: File;
}

/** What was dropped or chosen: files with their folders, and folders that hold nothing. */
export interface UploadEntries {
  readonly files: readonly UploadEntry[];
  readonly emptyFolders: readonly (readonly string[])[];
}

/** Files that systems leave in folders and nobody wants to keep. */
const LITTER = new Set(['.ds_store', 'thumbs.db', 'desktop.ini', '.directory']);
const isLitter = (name: string): boolean => LITTER.has(name.toLowerCase()) || name.startsWith('~$');

/** Chosen files; those of a chosen folder carry their path in webkitRelativePath. */
export function entriesOfFiles(files: readonly File[]): UploadEntries {
  return {
    files: files
      .filter(({ name }) => !isLitter(name))
      .map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean) })),
    emptyFolders: [],
  };
}

/** What is left out of folders; without limits everything but litter is read. */
export interface EntryLimits {
  /** Asked about folders and what is in them. */
  readonly isWanted: (name: string) => boolean;
  /** Files after which reading ends. */
  readonly files: number;
  /** Folders in folders. */
  readonly depth: number;
}
const NO_LIMITS: EntryLimits = Object.freeze({ isWanted: () => true, files: Infinity, depth: Infinity });

/**
 * Dropped files and folders, read through the File and Directory Entries API. Has to be called while the drop event is handled: the
 * transfer is emptied when its handler returns.
 */
export function entriesOfDrop(transfer: DataTransfer, limits: EntryLimits = NO_LIMITS): Promise<UploadEntries> {
  const roots = [...transfer.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []));
  const known = roots.filter((entry) => entry !== null);
  if (known.length === 0) return Promise.resolve(entriesOfFiles([...transfer.files]));
  return readEntries(known, limits);
}

async function readEntries(roots: readonly FileSystemEntry[], limits: EntryLimits): Promise<UploadEntries> {
  const files: UploadEntry[] = [];
  const emptyFolders: string[][] = [];

  async function visit(entry: FileSystemEntry, folders: readonly string[]): Promise<void> {
    const isChosen = folders.length === 0 && isFile(entry);
    if (isLitter(entry.name) || (!isChosen && !limits.isWanted(entry.name))) return;
    if (folders.length > limits.depth || files.length >= limits.files) return;
    if (isFile(entry)) {
      files.push({ folders, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
      return;
    }
    const path = [...folders, entry.name];
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    if (children.length === 0) emptyFolders.push(path);
    for (const child of children) await visit(child, path);
  }

  for (const root of roots) await visit(root, []);
  return { files, emptyFolders };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** All entries of a folder; a reader gives them in portions, an empty one at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return children;
    children.push(...portion);
  }
}
