import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { useText } from '../../i18n/index.ts';
import { useSession } from '../../stores/session.ts';

/** `(person) => name`: "me" for oneself. */
export function usePersonName(): (person: { readonly id: string; readonly name: string }) => string {
  const { t } = useText();
  const session = useSession();
  return ({ id, name }) => (id === session.account?.id ? t('workspace.me') : name);
}

/** `(node) => name` of whose a node is: the person, "me" for the own ones, or a project. */
export function useOwnerName(): (node: Pick<WorkspaceNode, 'owner'>) => string {
  const { t } = useText();
  const nameOf = usePersonName();
  return ({ owner }) => (owner === null ? t('workspace.inProject') : nameOf(owner));
}
