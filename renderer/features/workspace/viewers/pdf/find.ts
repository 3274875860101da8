/** A match in the text of a page. */
export interface Match {
  /** Counted from 0. */
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** Matches at most; more help nobody. */
export const MOST_MATCHES = 1_000;

/** A text without case and accents, character for character: offsets stay what they are. */
export function plain(text: string): string {
  return Array.from({ length: text.length }, (_, index) => {
    const character = text[index]!;
    const bare = character.normalize('NFD')[0] ?? character;
    const lower = bare.toLowerCase();
    return lower.length === 1 ? lower : character;
  }).join('');
}

/** Where words stand in a page; case, accents and the white space between words do not matter. */
export function matchesIn(page: number, text: string, words: string): Match[] {
  const parts = plain(words)
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return [];
  const pattern = new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s*'), 'g');
  return [...plain(text).matchAll(pattern)]
    .slice(0, MOST_MATCHES)
    .map((match) => ({ page, from: match.index, to: match.index + match[0].length }));
}
