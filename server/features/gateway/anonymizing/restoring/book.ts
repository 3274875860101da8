import type { FoundPlaceholder } from '../../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../../core/placeholders/restore.ts';

/** What may be put back into the answer to one request: values of this request alone, never others of the account. */
export interface RestoreBook {
  /** Original by hash; empty when the answer keeps its placeholders. */
  readonly originals: ReadonlyMap<string, string>;
  /** Hashes of originals that stood in the request only as JSON numbers. */
  readonly numbers: ReadonlySet<string>;
  /** What stands for names of tools and properties, with the name; whole names only. */
  readonly names: ReadonlyMap<string, string>;
  /** Takes note of what stays a placeholder because it stands in an address; absent where addresses are restored too. */
  readonly links?: LinkTally;
}

/** Different values that were held back in addresses. */
export type LinkTally = Set<string>;

/** The book for what a tool gets: its arguments are no addresses of a text. */
export function forTools({ originals, numbers, names }: RestoreBook): RestoreBook {
  return { originals, numbers, names };
}

/** The original of a find that was a JSON number. */
export function numberOf(find: FoundPlaceholder, book: RestoreBook): string | undefined {
  const hash = find.hashes.find((candidate) => book.numbers.has(candidate));
  return hash === undefined ? undefined : resolvePlaceholder(find, book.originals);
}

/** The name behind an alias, or what it was. */
export function nameOf(name: string, book: RestoreBook): string {
  return book.names.get(name) ?? name;
}
