import { forEachInTurns } from '../turns.ts';
import { findPlaceholders, type FoundPlaceholder } from './find.ts';

export interface Restoration {
  readonly text: string;
  /** How many placeholders were replaced. */
  readonly restored: number;
  /** What clearly is a placeholder and has no mapping, each once, as it stands in the text. */
  readonly unresolved: readonly string[];
}

/** Every hash a text may mention, each once: what has to be looked up before {@link restorePlaceholders}. */
export function mentionedHashes(found: readonly FoundPlaceholder[]): string[] {
  const hashes = new Set<string>();
  for (const placeholder of found) for (const hash of placeholder.hashes) hashes.add(hash);
  return [...hashes];
}

/** {@link mentionedHashes} with a turn for everybody else now and then. */
export async function mentionedHashesInTurns(found: readonly FoundPlaceholder[]): Promise<string[]> {
  const hashes = new Set<string>();
  await forEachInTurns(found, (placeholder) => {
    for (const hash of placeholder.hashes) hashes.add(hash);
  });
  return [...hashes];
}

/** The original a find stands for: only when exactly one of its readings is known. */
export function resolvePlaceholder(
  found: FoundPlaceholder,
  originals: ReadonlyMap<string, string>,
): string | undefined {
  const known = found.hashes.filter((hash) => originals.has(hash));
  return known.length === 1 ? originals.get(known[0]!) : undefined;
}

/**
 * Puts originals back, in one pass: what an original itself contains is never read as a placeholder.
 * @param originals - original by hash, of one account
 */
export function restorePlaceholders(
  text: string,
  originals: ReadonlyMap<string, string>,
  found: readonly FoundPlaceholder[] = findPlaceholders(text),
): Restoration {
  const parts: string[] = [];
  const unresolved = new Set<string>();
  let position = 0;
  let restored = 0;
  for (const placeholder of found) {
    const original = resolvePlaceholder(placeholder, originals);
    if (original === undefined) {
      if (placeholder.clear) unresolved.add(text.slice(placeholder.start, placeholder.end));
      continue;
    }
    parts.push(text.slice(position, placeholder.start), original);
    position = placeholder.end;
    restored += 1;
  }
  parts.push(text.slice(position));
  return { text: parts.join(''), restored, unresolved: [...unresolved] };
}

/**
 * {@link restorePlaceholders} with a turn for everybody else now and then.
 * @param most - code units that the text may get
 * @returns null when it would be longer
 */
export async function restoreInTurns(
  text: string,
  originals: ReadonlyMap<string, string>,
  found: readonly FoundPlaceholder[],
  most: number,
): Promise<Omit<Restoration, 'unresolved'> | null> {
  const parts: string[] = [];
  let position = 0;
  let restored = 0;
  let length = text.length;
  await forEachInTurns(found, (placeholder) => {
    const original = resolvePlaceholder(placeholder, originals);
    if (original === undefined) return;
    restored += 1;
    length += original.length - (placeholder.end - placeholder.start);
    parts.push(text.slice(position, placeholder.start), original);
    position = placeholder.end;
  });
  if (length > most) return null;
  parts.push(text.slice(position));
  return { text: parts.join(''), restored };
}
