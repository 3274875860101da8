import * as contract from '../../../contract/workspace/nodes.ts';
import type { NodePatch } from '../../../contract/workspace/nodes.ts';
import { AppError } from '../../../core/errors.ts';
import { type ContentPrecondition, preconditionOf } from '../../../http/entityTags.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Principal } from '../../../http/types.ts';
import { etagOf } from '../content/revisions.ts';
import type { NodeReader } from './reader.ts';
import type { Trash } from './trash.ts';
import type { Tree } from './tree.ts';

export interface NodeServices {
  readonly tree: Tree;
  readonly trash: Trash;
  readonly reader: NodeReader;
}

/** Routes of nodes that need no content. */
export function nodeRoutes({ tree, trash, reader }: NodeServices): readonly Route[] {
  /** The one shape that the body has (contract: exactly one). */
  async function update(
    principal: Principal,
    id: string,
    patch: NodePatch,
    ifMatch: ContentPrecondition | undefined,
  ): Promise<void> {
    if (patch.name !== undefined) await tree.rename(principal, id, patch.name);
    else if (patch.parentId !== undefined) await tree.move(principal, id, patch.parentId);
    else if (patch.description !== undefined) await tree.describe(principal, id, patch.description);
    else if (patch.starred !== undefined) await tree.star(principal, id, patch.starred);
    else if (patch.color !== undefined || patch.icon !== undefined) await tree.style(principal, id, patch);
    else if (patch.agentRead !== undefined || patch.agentWrite !== undefined) await tree.lock(principal, id, patch);
    else throw await noEditorContent(principal, id, ifMatch);
  }

  /** What the caller may not see has no content either. */
  async function noEditorContent(principal: Principal, id: string, ifMatch?: ContentPrecondition): Promise<AppError> {
    const { node } = await reader.get(principal, id);
    ifMatch?.(node.revision === undefined ? null : etagOf({ revision: node.revision }));
    return new AppError('NOT_READABLE', 'This file cannot be read as editor content.');
  }

  return [
    route(contract.listNodes, ({ principal, query }) => reader.list(principal, query)),
    route(contract.getNode, async ({ principal, params, query }) => {
      if (query.content) throw await noEditorContent(principal, params.id);
      return reader.get(principal, params.id);
    }),
    route(contract.updateNode, async ({ principal, params, body, header }) => {
      await update(principal, params.id, body, preconditionOf(header));
      return { node: await reader.node(principal, params.id) };
    }),
    route(contract.trashNode, async ({ principal, params }) => {
      await trash.put(principal, params.id);
      return { node: await reader.node(principal, params.id) };
    }),
    route(contract.restoreNode, async ({ principal, params }) => {
      await trash.restore(principal, params.id);
      return { node: await reader.node(principal, params.id) };
    }),
    route(contract.purgeNode, ({ principal, params }) => trash.purge(principal, params.id)),
    route(contract.emptyTrash, async ({ principal, query }) => ({
      removed: await trash.empty(principal, query.projectId),
    })),
    route(contract.starNode, async ({ principal, params }) => {
      await tree.star(principal, params.id, true);
      return { starred: true };
    }),
    route(contract.unstarNode, async ({ principal, params }) => {
      await tree.star(principal, params.id, false);
      return { starred: false };
    }),
  ];
}
