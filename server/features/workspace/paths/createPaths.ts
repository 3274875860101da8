import type { Database } from '../../../core/db/types.ts';
import type { Audience } from '../access/audience.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import type { ContentWriter } from '../content/writer.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { Presenter } from '../nodes/presenter.ts';
import type { Renaming } from '../nodes/renaming.ts';
import type { Trash } from '../nodes/trash.ts';
import type { Tree } from '../nodes/tree.ts';
import type { FileInspector, FileTexts, Workbooks } from '../types.ts';
import { type Copier, createCopier } from './copier.ts';
import { createFileSystem, type FileSystem } from './fileSystem.ts';
import { createPersonalPaths } from './personal.ts';
import { createPathReader, type PathReader } from './reader.ts';
import { createPathResolver } from './resolver.ts';
import { createTextFiles } from './textFiles.ts';
import { createWorkbookFiles } from './workbookFiles.ts';

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly names: NodeNames;
  readonly presenter: Presenter;
  readonly tree: Tree;
  readonly trash: Trash;
  readonly renaming: Renaming;
  readonly writer: ContentWriter;
  readonly objects: Objects;
  readonly inspector: FileInspector;
  readonly texts: Pick<FileTexts, 'plain'>;
  readonly workbooks: Workbooks;
  readonly audience: Audience;
}

/** Everything that works with paths, built from the parts of the workspace. */
export function createPaths(parts: Parts): {
  readonly pathReader: PathReader;
  readonly copier: Copier;
  readonly files: FileSystem;
} {
  const resolver = createPathResolver(parts);
  const reader = createPathReader({ ...parts, resolver });
  const paths = createPersonalPaths({ ...parts, resolver });
  const files = createFileSystem({
    ...{ ...parts, paths, reader },
    texts: createTextFiles({ ...parts, paths }),
    workbooks: createWorkbookFiles({ ...parts, paths }),
  });
  return { pathReader: reader, copier: createCopier(parts), files };
}
