/** The name without its extension, and the extension with its dot; a leading dot begins no extension. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
}

/** How many characters of a name a renaming selects: all but the extension. */
export const stemLength = (node: { readonly type: 'folder' | 'file'; readonly name: string }): number =>
  node.type === 'folder' ? node.name.length : splitName(node.name).stem.length;

/** A name for a copy that has not been taken: `name (2).ext`, `name (3).ext` and so on; `turn` counts from 0. */
export function numberedName(name: string, turn: number): string {
  if (turn === 0) return name;
  const { stem, extension } = splitName(name);
  return `${stem} (${turn + 1})${extension}`;
}

/** Two names that the server takes for the same among siblings have the same key. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Letters without accents and case, so that typing "ube" finds "Übersicht". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * Index of the entry that typed letters lead to: the next one from `from` on that begins with them, around the end.
 * @returns -1 when none does
 */
export function typeAhead(names: readonly string[], typed: string, from: number): number {
  const wanted = plain(typed);
  for (let step = 0; step < names.length; step += 1) {
    const index = (from + step) % names.length;
    if (plain(names[index]!).startsWith(wanted)) return index;
  }
  return -1;
}

/** What makes a name impossible; null when the server will take it. The key of a text below `workspace.names`. */
export function nameProblem(name: string): 'empty' | 'characters' | 'dots' | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (trimmed === '.' || trimmed === '..') return 'dots';
  return /[/\\\p{Cc}]/u.test(trimmed) ? 'characters' : null;
}
