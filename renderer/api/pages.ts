/** One page of a list, as every paged route answers. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

/** Entries per request: the most the server gives at once. */
export const MOST_PER_PAGE = 200;

/** Every entry of a paged list, for lists that a person keeps small (own terms, own keys). */
export async function allPages<T>(fetchPage: (cursor: string | undefined) => Promise<ListPage<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    items.push(...page.items);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
