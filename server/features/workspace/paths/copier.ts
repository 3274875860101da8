import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access, NodeAccess } from '../access/access.ts';
import type { Audience } from '../access/audience.ts';
import { allows } from '../access/roles.ts';
import type { Objects } from '../content/objects.ts';
import type { ContentWriter } from '../content/writer.ts';
import { cleanName, type NodeNames, splitName, withExtension } from '../nodes/names.ts';
import type { Tree } from '../nodes/tree.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { FileInspector } from '../types.ts';

/** Copies of files, encrypted anew for the space they go to. */
export interface Copier {
  /**
   * Copies the present content; nothing else of the original goes with it.
   * @param to.name - whatever its extension, the original's is kept
   * @param to.parentId - absent: beside the original where the caller may write there, else the root of their own space; null: the root of the original's
   * space where the caller belongs to it, else of their own
   * @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FILE, NOT_A_FOLDER, NAME_TAKEN, QUOTA_EXCEEDED, INVALID_BODY, BLOB_UNAVAILABLE
   */
  copy(
    principal: Principal,
    id: string,
    to: { readonly name: string; readonly parentId?: string | null | undefined },
  ): Promise<NodeRow>;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly names: NodeNames;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'typeOfName'>;
  readonly writer: Pick<ContentWriter, 'create'>;
  readonly tree: Pick<Tree, 'place'>;
  readonly audience: Audience;
}

export function createCopier({ database, access, names, objects, inspector, writer, tree, audience }: Parts): Copier {
  /** An extension that names a type is replaced, for example by someone who typed it wrong; anything else behind a dot belongs to the name. */
  function isTypeName(name: string): boolean {
    try {
      inspector.typeOfName(name);
      return true;
    } catch (error) {
      return error instanceof AppError && error.code === 'BLOCKED_TYPE';
    }
  }

  async function nameOfCopy(name: string, original: NodeRow): Promise<string> {
    const clean = cleanName(name);
    const { extension } = splitName(await names.open(original));
    const given = splitName(clean);
    if (extension === '' || given.extension.toLowerCase() === extension.toLowerCase()) return clean;
    return withExtension(isTypeName(clean) ? given.stem : clean, extension);
  }

  async function target(
    db: Db,
    principal: Principal,
    { node, seesRoot }: NodeAccess,
    parentId: string | null | undefined,
  ): Promise<Parameters<Tree['place']>[2]> {
    if (typeof parentId === 'string') return { parentId };
    if (parentId === undefined && node.parentId !== null) {
      const folder = await access.look(db, principal, node.parentId);
      return folder !== undefined && allows(folder.role, 'editor') ? { parentId: folder.node.id } : {};
    }
    if (!seesRoot || node.spaceId === principal.accountId) return {};
    const { role } = await access.space(db, principal, node.spaceId);
    return parentId === null || allows(role, 'editor') ? { projectId: node.spaceId } : {};
  }

  return {
    async copy(principal, id, { name, parentId }) {
      const { db } = database;
      const found = await access.find(db, principal, id, { state: 'active' });
      const { node } = found;
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files can be copied.');
      const copyName = await nameOfCopy(name, node);
      const at = await target(db, principal, found, parentId);
      await audience.check(db, principal, node, await tree.place(db, principal, at));
      const bytes = await objects.read(node.spaceId, node.file.contentRef);
      const { mimeType, kind } = node.file;
      return writer.create(principal, at, { name: copyName, bytes }, { onTaken: 'refuse', type: { mimeType, kind } });
    },
  };
}
