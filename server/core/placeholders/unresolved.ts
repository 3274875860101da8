import { forEachInTurns } from '../turns.ts';
import type { FoundPlaceholder } from './find.ts';
import { resolvePlaceholder } from './restore.ts';

/** A placeholder that stays in a text whose originals are put back. */
export interface UnresolvedPlaceholder {
  /** As it stands in the text. */
  readonly placeholder: string;
  readonly count: number;
  /**
   * - `unknown`: complete, but nobody in this account knows it: another account made it, or its document was deleted
   * - `shortened`: a part of it is missing
   */
  readonly hint: 'unknown' | 'shortened';
}

/** The beginning of a placeholder whose hash is too short, or that nothing closes; every part of it is bounded. */
const SHORTENED =
  /\[\[([a-z][a-z0-9_]{0,30})-(?:[0-9a-z]{0,7}(?:…|\.{2,3})?\]{1,2}|[0-9a-z]{0,26}(?:…|\.{2,3})|[0-9a-z]{1,26}(?![\p{L}\p{N}\]…-]))/giu;

/**
 * What of a text is a placeholder, or was one, and has no original: each once, in the order of the text. Gives everybody else a turn now and then.
 * @param found - what `findPlaceholders` gives for the text
 * @param originals - original by hash, of one account
 * @param isCategory - whether something is the category of a placeholder; links of wikis look alike
 */
export async function unresolvedIn(
  text: string,
  found: readonly FoundPlaceholder[],
  originals: ReadonlyMap<string, string>,
  isCategory: (name: string) => boolean,
): Promise<UnresolvedPlaceholder[]> {
  const counted = new Map<string, UnresolvedPlaceholder>();
  const add = (placeholder: string, hint: UnresolvedPlaceholder['hint']): void => {
    counted.set(placeholder, { placeholder, hint, count: (counted.get(placeholder)?.count ?? 0) + 1 });
  };
  await forEachInTurns(inOrder(text, found), (item) => {
    if ('category' in item) {
      if (isCategory(item.category.toLowerCase())) add(item.shortened, 'shortened');
    } else if (item.clear && resolvePlaceholder(item, originals) === undefined) {
      add(text.slice(item.start, item.end), 'unknown');
    }
  });
  return [...counted.values()];
}

/** Finds, and shortened placeholders that are none of them, in the order of the text. */
function* inOrder(
  text: string,
  found: readonly FoundPlaceholder[],
): Generator<FoundPlaceholder | { readonly shortened: string; readonly category: string }> {
  let next = 0;
  for (const { index, 0: shortened, 1: category = '' } of text.matchAll(SHORTENED)) {
    while (next < found.length && found[next]!.end <= index) yield found[next++]!;
    const isFound = next < found.length && found[next]!.start < index + shortened.length;
    if (!isFound) yield { shortened, category };
  }
  while (next < found.length) yield found[next++]!;
}
