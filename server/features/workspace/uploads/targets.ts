import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import { etagOf, revisionConflict } from '../content/revisions.ts';
import type { Tree } from '../nodes/tree.ts';
import type { UploadRow } from '../storage/uploads.ts';

/** What an upload is to become: a new file in a folder or at a root, or new content of a file. */
export interface UploadTarget {
  readonly parentId?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly nodeId?: string | undefined;
  /** Revision that the replaced file has to have; undefined: any. */
  readonly revision?: number | undefined;
  /** If-Match of the request that begins the upload: binds it to the content of now. */
  readonly ifMatch?: ContentPrecondition | undefined;
}

export interface UploadTargets {
  /** @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FOLDER, NOT_A_FILE, REVISION_CONFLICT, PRECONDITION_FAILED */
  check(
    db: Db,
    principal: Principal,
    target: UploadTarget,
  ): Promise<Pick<UploadRow, 'spaceId' | 'parentId' | 'nodeId' | 'revision'>>;
  /** The place of a new file in the form of Tree.place. */
  placeOf(session: UploadRow): { parentId: string | null; projectId: string | null };
}

export function createUploadTargets({
  access,
  tree,
}: {
  access: Pick<Access, 'find'>;
  tree: Pick<Tree, 'place'>;
}): UploadTargets {
  return {
    async check(db, principal, { nodeId, revision, ifMatch, ...at }) {
      if (nodeId === undefined) {
        const { spaceId, parentId } = await tree.place(db, principal, at);
        ifMatch?.(null);
        return { spaceId, parentId, nodeId: null, revision: null };
      }
      const { node } = await access.find(db, principal, nodeId, { role: 'editor', state: 'active' });
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files have content.');
      if (revision !== undefined && revision !== node.file.revision) throw revisionConflict(node.file.revision);
      ifMatch?.(etagOf(node.file));
      const expected = ifMatch === undefined ? (revision ?? null) : node.file.revision;
      return { spaceId: node.spaceId, parentId: null, nodeId, revision: expected };
    },

    placeOf: ({ parentId, spaceId, accountId }) =>
      parentId === null
        ? { parentId, projectId: spaceId === accountId ? null : spaceId }
        : { parentId, projectId: null },
  };
}
