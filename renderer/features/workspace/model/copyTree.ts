import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { numberedName } from './names.ts';

type Source = Pick<WorkspaceNode, 'id' | 'type' | 'name'>;

/** What copying needs of the server. */
export interface CopyRoutes {
  /** Copies a file under a name into a folder or, with undefined, beside the original. */
  readonly copyFile: (id: string, name: string, parentId: string | null | undefined) => Promise<WorkspaceNode>;
  /** Makes a folder; the server numbers a name that is taken. */
  readonly createFolder: (name: string, parentId: string | null) => Promise<WorkspaceNode>;
  readonly children: (folderId: string) => Promise<readonly Source[]>;
  readonly isTaken: (error: unknown) => boolean;
}

const MOST_NUMBERS = 100;

/** Copies a file under the next name that is free. */
async function copyFile(
  { id }: Source,
  name: string,
  parentId: string | null | undefined,
  routes: CopyRoutes,
): Promise<WorkspaceNode> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await routes.copyFile(id, numberedName(name, turn), parentId);
    } catch (error) {
      if (!routes.isTaken(error) || turn === MOST_NUMBERS) throw error;
    }
  }
}

/**
 * Copies a file, or a folder with everything in it. The service copies single files; a folder is made anew and filled.
 * @param parentId - folder or root (null) of the copy; of a file also undefined: beside the original
 * @returns the copy
 */
export async function copyTree(
  node: Source,
  name: string,
  parentId: string | null | undefined,
  routes: CopyRoutes,
): Promise<WorkspaceNode> {
  if (node.type === 'file') return copyFile(node, name, parentId, routes);
  // Listed before the copy is made: a folder may be copied into itself.
  const children = await routes.children(node.id);
  const folder = await routes.createFolder(name, parentId ?? null);
  for (const child of children) {
    if (child.id !== folder.id) await copyTree(child, child.name, folder.id, routes);
  }
  return folder;
}
