import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { nameKey } from '../model/names.ts';
import type { UploadEntries } from '../../../ui/fileEntries.ts';

/** The folder, or the root of a space, that an upload goes to. */
export interface UploadTarget {
  readonly parentId: string | null;
  readonly projectId: string | null;
  /** Shown with the upload. */
  readonly name: string;
}

/** What the planner knows of what lies in a folder already. */
export type KnownChild = Pick<WorkspaceNode, 'id' | 'type' | 'name' | 'revision' | 'role'>;

/** A folder of an upload: one that is there already, or one to be made below another. */
export interface PlannedFolder {
  readonly name: string;
  readonly parent: PlannedFolder | null;
  /** Null when it has to be made. */
  readonly id: string | null;
}

export interface PlannedFile {
  readonly file: File;
  /** Null: directly in the target. */
  readonly folder: PlannedFolder | null;
  /** The file that has the same name there. */
  readonly existing: KnownChild | null;
}

export interface UploadPlan {
  readonly files: readonly PlannedFile[];
  /** Every folder of the upload, outer ones first. */
  readonly folders: readonly PlannedFolder[];
  /** Files whose name is taken. */
  readonly conflicts: readonly PlannedFile[];
}

/**
 * Compares an upload with what is there: folders of the same name are merged, files of the same name are conflicts.
 * @param childrenOf - what lies in a folder; null stands for the target itself
 */
export async function planUpload(
  entries: UploadEntries,
  childrenOf: (folderId: string | null) => Promise<readonly KnownChild[]>,
): Promise<UploadPlan> {
  const asked = new Map<string | null, Promise<ReadonlyMap<string, KnownChild>>>();
  function children(folder: PlannedFolder | null): Promise<ReadonlyMap<string, KnownChild>> {
    // Nothing can lie in a folder that is yet to be made.
    if (folder !== null && folder.id === null) return Promise.resolve(new Map());
    const id = folder?.id ?? null;
    let known = asked.get(id);
    if (!known) {
      known = childrenOf(id).then((list) => new Map(list.map((child) => [nameKey(child.name), child])));
      asked.set(id, known);
    }
    return known;
  }

  const folders = new Map<string, PlannedFolder>();
  async function folderOf(path: readonly string[]): Promise<PlannedFolder | null> {
    const name = path.at(-1);
    if (name === undefined) return null;
    const key = path.map(nameKey).join('/');
    const known = folders.get(key);
    if (known) return known;
    const parent = await folderOf(path.slice(0, -1));
    const there = (await children(parent)).get(nameKey(name));
    const folder = { name, parent, id: there?.type === 'folder' ? there.id : null };
    folders.set(key, folder);
    return folder;
  }

  const files: PlannedFile[] = [];
  for (const { file, folders: path } of entries.files) {
    const folder = await folderOf(path);
    const there = (await children(folder)).get(nameKey(file.name));
    files.push({ file, folder, existing: there?.type === 'file' ? there : null });
  }
  for (const path of entries.emptyFolders) await folderOf(path);
  return { files, folders: [...folders.values()], conflicts: files.filter(({ existing }) => existing !== null) };
}
