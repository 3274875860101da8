import { fileSystem } from '../../../contract/workspace/fs.ts';
import { copyNode, nodeByPath } from '../../../contract/workspace/nodes.ts';
import { preconditionOf } from '../../../http/entityTags.ts';
import { route, type Route } from '../../../http/route.ts';
import { etagOf } from '../content/revisions.ts';
import type { NodeReader } from '../nodes/reader.ts';
import type { Copier } from './copier.ts';
import type { FileSystem } from './fileSystem.ts';
import type { PathReader } from './reader.ts';

export interface PathServices {
  readonly pathReader: PathReader;
  readonly copier: Copier;
  readonly files: FileSystem;
  readonly reader: NodeReader;
}

/** Routes that name nodes by their paths, and the copy of a file. */
export function pathRoutes({ pathReader, copier, files, reader }: PathServices): readonly Route[] {
  return [
    route(nodeByPath, ({ principal, query }) => pathReader.byPath(principal, query)),
    route(copyNode, async ({ principal, params, body }) => {
      const { id } = await copier.copy(principal, params.id, body);
      return { node: await reader.node(principal, id) };
    }),
    route(fileSystem, async ({ principal, body, header, setHeader }) => {
      const answer = await files.run(principal, body, preconditionOf(header));
      if (answer.node?.revision !== undefined) setHeader('ETag', `"${etagOf({ revision: answer.node.revision })}"`);
      return answer;
    }),
  ];
}
