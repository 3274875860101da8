import type { PlainWorkbook } from '../../../contract/workspace/fs.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import { etagOf, revisionConflict } from '../content/revisions.ts';
import type { ContentWriter } from '../content/writer.ts';
import { cleanName, splitName, withExtension } from '../nodes/names.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { FileInspector, Workbooks } from '../types.ts';
import type { PersonalPaths } from './personal.ts';
import type { SeenContent } from './textFiles.ts';

const EXTENSION = '.xlsx';

/** Workbooks that are written as values. */
export interface WorkbookFiles {
  /** @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FOLDER, and those of ContentWriter.create */
  create(principal: Principal, folderId: string | null, name: string, workbook: PlainWorkbook): Promise<NodeRow>;
  /**
   * Replaces everything in a workbook.
   * @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_XLSX, REVISION_CONFLICT, WOULD_DESTROY_CONTENT with `details.hint`
   */
  update(
    principal: Principal,
    id: string,
    seen: SeenContent & { readonly revision: number },
    workbook: PlainWorkbook,
  ): Promise<NodeRow>;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'typeOfName'>;
  readonly workbooks: Workbooks;
  readonly writer: ContentWriter;
  readonly paths: PersonalPaths;
}

export function createWorkbookFiles({
  database: { db },
  access,
  objects,
  inspector,
  workbooks,
  writer,
  paths,
}: Parts): WorkbookFiles {
  const { mimeType } = inspector.typeOfName(EXTENSION);

  const wouldDestroy = (words: readonly string[], reasons: readonly string[]): AppError =>
    new AppError('WOULD_DESTROY_CONTENT', 'The workbook holds more than values; writing it anew would destroy that.', {
      details: { hint: `The workbook holds ${words.join(', ')}.`, reasons },
    });

  /** @throws AppError WOULD_DESTROY_CONTENT unless the workbook consists of values alone */
  async function checkIsPlain(bytes: Uint8Array): Promise<void> {
    let obstacles: Awaited<ReturnType<Workbooks['obstacles']>>;
    try {
      obstacles = await workbooks.obstacles(bytes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw wouldDestroy(['what cannot be read here'], ['unreadable']);
    }
    if (obstacles.length === 0) return;
    throw wouldDestroy(
      obstacles.map(({ words }) => words),
      obstacles.map(({ reason }) => reason),
    );
  }

  return {
    async create(principal, folderId, name, workbook) {
      const clean = cleanName(name);
      const hasExtension = splitName(clean).extension.toLowerCase() === EXTENSION;
      if (folderId !== null) {
        const folder = await access.find(db, principal, folderId, { role: 'editor', state: 'active' });
        paths.checkInside(principal, folder.node);
      }
      const file = {
        name: hasExtension ? clean : withExtension(clean, EXTENSION),
        bytes: await workbooks.write(workbook),
      };
      return writer.create(principal, { parentId: folderId }, file);
    },

    async update(principal, id, { revision, ifMatch }, workbook) {
      const { node } = await access.find(db, principal, id, { role: 'editor', state: 'active' });
      paths.checkInside(principal, node);
      if (node.file?.mimeType !== mimeType) throw new AppError('NOT_A_XLSX', 'The file is not a workbook.');
      ifMatch?.(etagOf(node.file));
      if (revision !== node.file.revision) throw revisionConflict(node.file.revision);
      await checkIsPlain(await objects.read(node.spaceId, node.file.contentRef));
      return writer.replace(principal, id, await workbooks.write(workbook), { revision, ifMatch });
    },
  };
}
