import { FORMER_MEMBER_ID } from '../../../server/contract/accountTasks.ts';
import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { useText } from '../../i18n/index.ts';
import { useSession } from '../../stores/session.ts';

/** `(person) => name`: whose account was deleted is a former member, in the language of the reader. */
export function useAuthorName(): (person: { readonly id: string; readonly name: string }) => string {
  const { t } = useText();
  return ({ id, name }) => (id === FORMER_MEMBER_ID ? t('workspace.formerMember') : name);
}

/** The same with "me" for oneself. */
export function usePersonName(): (person: { readonly id: string; readonly name: string }) => string {
  const { t } = useText();
  const session = useSession();
  const authorName = useAuthorName();
  return (person) => (person.id === session.account?.id ? t('workspace.me') : authorName(person));
}

/** `(node) => name` of whose a node is: the person, "me" for the own ones, or a project. */
export function useOwnerName(): (node: Pick<WorkspaceNode, 'owner'>) => string {
  const { t } = useText();
  const nameOf = usePersonName();
  return ({ owner }) => (owner === null ? t('workspace.inProject') : nameOf(owner));
}
