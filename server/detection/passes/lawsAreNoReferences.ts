import type { DocumentPass } from '../recognizer.ts';
import { followsLaw } from '../recognizers/shared/laws.ts';

const NUMBERED: ReadonlySet<string> = new Set(['reference', 'casenumber']);

/** Takes back numbers of laws, norms and books that a model holds for those of a customer or a case. */
export function createLawsAreNoReferencesPass(): DocumentPass {
  return (view, winners) =>
    winners.filter(
      ({ category, sources, start }) =>
        !NUMBERED.has(category) || sources.some((source) => source.startsWith('label:')) || !followsLaw(view, start),
    );
}
