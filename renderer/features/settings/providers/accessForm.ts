import { modelAccess, type ModelAccess } from '../../../../server/contract/gatewayModels.ts';
import { linesOf } from './providerForm.ts';

/** A rule as it is typed; `who` is `role:member`, `group:<id>` or `account:<id>`. */
export interface GrantRow {
  readonly who: string;
  readonly models: string;
}
export interface AccessForm {
  readonly all: boolean;
  /** One pattern per line. */
  readonly everyone: string;
  readonly grants: readonly GrantRow[];
}

export function accessFormOf({ everyone, grants }: ModelAccess): AccessForm {
  const all = everyone.includes('*');
  return {
    all,
    everyone: all ? '' : everyone.join('\n'),
    grants: grants.map(({ subject, models }) => ({
      who: subject.kind === 'role' ? `role:${subject.role}` : `${subject.kind}:${subject.id}`,
      models: models.join('\n'),
    })),
  };
}

/** The rules that the fields describe; null while something is not right. */
export function accessOf(form: AccessForm): ModelAccess | null {
  const parsed = modelAccess.safeParse({
    everyone: form.all ? ['*'] : linesOf(form.everyone),
    grants: form.grants.map(({ who, models }) => ({ subject: subjectOf(who), models: linesOf(models) })),
  });
  return parsed.success ? parsed.data : null;
}

function subjectOf(who: string): unknown {
  const [kind, value] = who.split(':');
  return kind === 'role' ? { kind, role: value } : { kind, id: value };
}
