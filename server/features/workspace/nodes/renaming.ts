import { AppError } from '../../../core/errors.ts';
import type { Objects } from '../content/objects.ts';
import { revisionConflict } from '../content/revisions.ts';
import type { FileFacts, NodeRow } from '../storage/nodes.ts';
import type { FileInspector, FileType } from '../types.ts';

/** What a file becomes under a new name: a text that is renamed to a script must not slip past the checks of an upload. */
export interface Renaming {
  /**
   * Checks a new name against the content, ahead of the transaction that renames.
   * @returns what changes beside the name; to be called in the transaction with the node as it is then
   * @throws AppError BLOCKED_TYPE, CONTENT_MISMATCH, BLOB_UNAVAILABLE
   */
  prepare(node: NodeRow, name: string): Promise<(now: NodeRow) => { readonly file?: FileFacts }>;
}

export function createRenaming({
  objects,
  inspector,
}: {
  objects: Pick<Objects, 'read'>;
  inspector: FileInspector;
}): Renaming {
  /** Type by the name; null where it says nothing. Some systems drop dots and spaces at the end. */
  function promised(name: string): FileType | null {
    try {
      return inspector.typeOfName(name.replace(/(?<![. ])[. ]+$/, ''));
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNSUPPORTED_TYPE') return null;
      throw error;
    }
  }

  return {
    async prepare({ file: seen, spaceId }, name) {
      if (seen === null) return () => ({});
      const type = promised(name);
      const changed =
        type === null || type.mimeType === seen.mimeType
          ? null
          : await inspector.inspect(await objects.read(spaceId, seen.contentRef), name);
      return ({ file }) => {
        if (file === null) return {};
        const isKnown = changed === null ? file.mimeType === seen.mimeType : file.contentRef === seen.contentRef;
        if (!isKnown) throw revisionConflict(file.revision);
        return changed === null ? {} : { file: { ...file, ...changed } };
      };
    },
  };
}
