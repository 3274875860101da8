import type { Language } from '../contract/common.ts';
import type { Recognizer } from './recognizer.ts';

/** The recognizers of an engine, in a fixed order. */
export interface Registry {
  readonly recognizers: readonly Recognizer[];
  /** Those that belong to the language and may report at least one category that is switched on. */
  select(language: Language, categories: Readonly<Record<string, boolean>>): readonly Recognizer[];
}

/** @throws Error when two recognizers have the same id or one has no category: a mistake in the program. */
export function createRegistry(recognizers: readonly Recognizer[]): Registry {
  const ids = new Set<string>();
  for (const { id, categories } of recognizers) {
    if (ids.has(id)) throw new Error(`Recognizer ${id} is registered twice`);
    if (categories.length === 0) throw new Error(`Recognizer ${id} has no category`);
    ids.add(id);
  }
  const all = Object.freeze([...recognizers]);
  return Object.freeze({
    recognizers: all,
    select: (language, categories) =>
      all.filter(
        (recognizer) =>
          (recognizer.languages?.includes(language) ?? true) &&
          recognizer.categories.some((category) => categories[category] === true),
      ),
  } satisfies Registry);
}
