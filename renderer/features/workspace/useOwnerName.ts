import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { useText } from '../../i18n/index.ts';
import { useSession } from '../../stores/session.ts';

/** `(node) => name` of whose a node is: the person, "me" for the own ones, or a project. */
export function useOwnerName(): (node: Pick<WorkspaceNode, 'owner'>) => string {
  const { t } = useText();
  const session = useSession();
  return ({ owner }) => {
    if (owner === null) return t('workspace.inProject');
    return owner.id === session.account?.id ? t('workspace.me') : owner.name;
  };
}
