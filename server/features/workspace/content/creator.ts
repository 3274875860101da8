import type { CREATE_KINDS } from '../../../contract/workspace/nodes.ts';
import type { Principal } from '../../../http/types.ts';
import { cleanName, splitName, withExtension } from '../nodes/names.ts';
import type { Tree } from '../nodes/tree.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { BlankDocuments } from '../types.ts';
import type { ContentWriter } from './writer.ts';

/** Folders and empty documents. */
export interface Creator {
  create(
    principal: Principal,
    at: Parameters<Tree['place']>[2],
    what: { kind: (typeof CREATE_KINDS)[number]; name: string; sheetName: string },
  ): Promise<NodeRow>;
}

export function createCreator({
  tree,
  writer,
  blank,
}: {
  tree: Pick<Tree, 'createFolder'>;
  writer: Pick<ContentWriter, 'create'>;
  blank: BlankDocuments;
}): Creator {
  return {
    async create(principal, at, { kind, name, sheetName }) {
      if (kind === 'folder') return tree.createFolder(principal, at, name);
      const extension = blank.extensions[kind];
      const hasExtension = splitName(name.trim()).extension.toLowerCase() === extension;
      const full = hasExtension ? name : withExtension(cleanName(name), extension);
      return writer.create(principal, at, { name: full, bytes: await blank.create(kind, { sheetName }) });
    },
  };
}
