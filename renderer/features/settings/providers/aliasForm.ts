import { modelAlias, type ModelAlias, type ShownAlias } from '../../../../server/contract/gatewayModels.ts';
import { linesOf } from './providerForm.ts';

/** What the fields of the dialog hold. */
export interface AliasForm {
  readonly name: string;
  readonly targets: readonly { readonly model: string; readonly weight: string }[];
  /** One per line. */
  readonly fallbacks: string;
}

export function aliasFormOf(alias: ModelAlias | null): AliasForm {
  return {
    name: alias?.name ?? '',
    targets: alias?.targets.map(({ model, weight }) => ({ model, weight: String(weight) })) ?? [
      { model: '', weight: '1' },
    ],
    fallbacks: alias?.fallbacks.join('\n') ?? '',
  };
}

/** The alias that the fields describe, or the fields that are not right yet. */
export function aliasOf(
  form: AliasForm,
): { readonly alias: ModelAlias } | { readonly problems: ReadonlySet<'name' | 'targets' | 'fallbacks'> } {
  const parsed = modelAlias.safeParse({
    name: form.name.trim(),
    targets: form.targets.map(({ model, weight }) => ({ model: model.trim(), weight: Number(weight) })),
    fallbacks: linesOf(form.fallbacks),
  });
  if (parsed.success) return { alias: parsed.data };
  return { problems: new Set(parsed.error.issues.map(({ path }) => path[0] as 'name' | 'targets' | 'fallbacks')) };
}

/** Aliases as they are saved: without where they come from. */
export const savable = (aliases: readonly ShownAlias[]): ModelAlias[] =>
  aliases.map(({ name, targets, fallbacks }) => ({ name, targets, fallbacks }));
