import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Objects } from '../content/objects.ts';
import type { ContentWriter } from '../content/writer.ts';
import { addNote } from '../storage/activity.ts';
import type { FileFacts, NodeRow } from '../storage/nodes.ts';
import { findVersion, type VersionRow } from '../storage/versions.ts';

/** A node that is known to be a file. */
export type FileNode = NodeRow & { readonly file: FileFacts };

/** The file has changed since the caller, or who asked, looked at it. */
export const stale = (currentRevision: number | undefined): AppError =>
  new AppError('STALE', 'The file has changed meanwhile.', {
    ...(currentRevision !== undefined && { details: { currentRevision } }),
  });

/** Writes old content back as a new revision. */
export interface RestoreWriting {
  /** A kept version of a file. @throws AppError NOT_FOUND */
  version(db: Db, node: FileNode, revision: number): Promise<VersionRow>;
  /**
   * @param author - in whose name it is written; needs the right to write
   * @param within - stands or falls with the write, in its transaction
   * @returns the new revision
   * @throws AppError STALE when `node` is not the present state any more; BLOB_UNAVAILABLE, QUOTA_EXCEEDED, NOT_FOUND, FORBIDDEN
   */
  write(author: Principal, node: FileNode, revision: number, within?: (db: Db) => Promise<void>): Promise<number>;
}

export function createRestoreWriting({
  database,
  clock,
  writer,
  objects,
}: {
  database: Database;
  clock: Clock;
  writer: Pick<ContentWriter, 'replace'>;
  objects: Pick<Objects, 'read'>;
}): RestoreWriting {
  const writing: RestoreWriting = {
    async version(db, node, revision) {
      const version = await findVersion(db, node.id, revision);
      if (version === undefined) throw new AppError('NOT_FOUND', 'There is no such version.');
      return version;
    },

    async write(author, node, revision, within) {
      const { contentRef } = await writing.version(database.db, node, revision);
      const bytes = await objects.read(node.spaceId, contentRef);
      const restored = { ...node, file: { ...node.file, revision: node.file.revision + 1 } };
      try {
        await writer.replace(author, node.id, bytes, {
          source: 'restore',
          revision: node.file.revision,
          within: async (db) => {
            await within?.(db);
            await addNote(db, author, 'version_restored', restored, isoTime(clock.now()));
          },
        });
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'REVISION_CONFLICT')) throw error;
        const current = error.details?.['currentRevision'];
        throw stale(typeof current === 'number' ? current : undefined);
      }
      return restored.file.revision;
    },
  };
  return writing;
}
