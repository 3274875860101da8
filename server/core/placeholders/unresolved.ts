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
 * What of a text is a placeholder, or was one, and has no original: each once, in the order of the text.
 * @param found - what `findPlaceholders` gives for the text
 * @param originals - original by hash, of one account
 * @param isCategory - whether something is the category of a placeholder; links of wikis look alike
 */
export function unresolvedIn(
  text: string,
  found: readonly FoundPlaceholder[],
  originals: ReadonlyMap<string, string>,
  isCategory: (name: string) => boolean,
): UnresolvedPlaceholder[] {
  const all: { readonly start: number; readonly placeholder: string; readonly hint: UnresolvedPlaceholder['hint'] }[] =
    [];
  for (const placeholder of found) {
    const { start, end, clear } = placeholder;
    const isKnown = resolvePlaceholder(placeholder, originals) !== undefined;
    if (clear && !isKnown) all.push({ start, placeholder: text.slice(start, end), hint: 'unknown' });
  }
  let next = 0;
  for (const { index, 0: placeholder, 1: category = '' } of text.matchAll(SHORTENED)) {
    while (next < found.length && found[next]!.end <= index) next += 1;
    const isFound = next < found.length && found[next]!.start < index + placeholder.length;
    if (!isFound && isCategory(category.toLowerCase())) all.push({ start: index, placeholder, hint: 'shortened' });
  }
  const counted = new Map<string, UnresolvedPlaceholder>();
  for (const { placeholder, hint } of all.sort((a, b) => a.start - b.start)) {
    counted.set(placeholder, { placeholder, hint, count: (counted.get(placeholder)?.count ?? 0) + 1 });
  }
  return [...counted.values()];
}
