import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { updateNode, type NodePatch } from '../../../../server/contract/workspace/nodes.ts';
import { call } from '../../../api/index.ts';
import type { MessageKey } from '../../../i18n/index.ts';
import { useWorkspace } from '../store.ts';
import { useWork } from './useWork.ts';

/** Changes of a node from its details; lists that show it hear of them at once. */
export function useNodeChange() {
  const workspace = useWorkspace();
  const { busy, run } = useWork();
  const change = (node: Pick<WorkspaceNode, 'id'>, body: NodePatch, failed: MessageKey): Promise<boolean> =>
    run(async () => {
      const answer = await call(updateNode, { params: { id: node.id }, body });
      workspace.tell({ kind: 'stored', node: answer.node });
    }, failed);
  return { busy, run, change };
}
