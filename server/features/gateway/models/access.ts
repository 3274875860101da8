import type { TeamRole } from '../../../contract/accounts.ts';
import type { ModelAccess } from '../../../contract/gatewayModels.ts';

/** What decides which models an account may use. */
export interface Membership {
  readonly accountId: string;
  readonly role: TeamRole;
  readonly groupIds: readonly string[];
}

/** Whether the account may use a model, by its id or the name of an alias. */
export type MayUse = (model: string) => boolean;

/** The models of an account by the rules: those open to everyone and those granted to its role, its groups and itself. */
export function mayUse({ everyone, grants }: ModelAccess, member: Membership): MayUse {
  const patterns = [...everyone, ...grants.filter(({ subject }) => concerns(subject, member)).flatMap((g) => g.models)];
  return (model) => patterns.some((pattern) => fits(pattern, model));
}

function concerns(subject: ModelAccess['grants'][number]['subject'], member: Membership): boolean {
  switch (subject.kind) {
    case 'role':
      return subject.role === member.role;
    case 'group':
      return member.groupIds.includes(subject.id);
    case 'account':
      return subject.id === member.accountId;
  }
}

function fits(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}
