import type { z } from 'zod';
import type { listConversations } from '../../../contract/chat.ts';
import type { Principal } from '../../../http/types.ts';
import { encodeCursor, toPage } from '../../../core/db/paging.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';
import { nextTurn } from '../../../core/turns.ts';
import {
  conversationKey,
  type ConversationFilter,
  type ConversationRow,
  listConversationRows,
} from '../storage/conversations.ts';
import type { ChatDependencies } from '../types.ts';
import type { Conversations } from './conversations.ts';
import { findSnippet } from './search.ts';

/** How much one page of a search decrypts at most, about; what is left is found with its cursor. */
const SEARCHED_CONVERSATIONS = 500;
const SEARCHED_CHARACTERS = 8_000_000;

type Page = z.output<(typeof listConversations)['response']['schema']>;
type Listed = Page['conversations'][number];

export interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly folderId?: string | undefined;
  readonly pinned?: boolean | undefined;
}

/** Lists of conversations, and the search in them. */
export interface Listing {
  page(caller: Principal, query: ListQuery): Promise<Page>;
}

export function createListing({
  database,
  conversations,
}: Pick<ChatDependencies, 'database'> & { readonly conversations: Conversations }): Listing {
  const list = async (caller: Principal, filter: ConversationFilter): Promise<Page> => {
    const rows: ConversationRow[] = [];
    // What does not exist for the caller leaves no gap in the pages.
    for (let { cursor } = filter; ;) {
      const limit = filter.limit + 1;
      const next = await listConversationRows(database.db, caller.accountId, { ...filter, cursor, limit });
      rows.push(...(await conversations.existing(database.db, caller, next)));
      if (next.length < limit || rows.length >= limit) break;
      cursor = encodeCursor(conversationKey(next.at(-1)!));
    }
    const { items, cursor } = toPage(rows.slice(0, filter.limit + 1), filter.limit, conversationKey);
    return { conversations: (await conversations.present(items)).map((shown) => ({ ...shown, match: null })), cursor };
  };

  /** The first place in a conversation that fits, and how much was read to find it. */
  const matchIn = async (row: ConversationRow, folded: string): Promise<{ match: Listed['match']; read: number }> => {
    const inTitle = findSnippet(await conversations.titleOf(row), folded);
    if (inTitle !== null) return { match: { messageId: null, ...inTitle }, read: 0 };
    let read = 0;
    for (const { id, body } of await conversations.messages(row)) {
      read += body.content.length;
      const found = findSnippet(body.content, folded);
      if (found !== null) return { match: { messageId: id, ...found }, read };
    }
    return { match: null, read };
  };

  const search = async (caller: Principal, filter: ConversationFilter, q: string): Promise<Page> => {
    const folded = foldForSearch(q);
    const found: { row: ConversationRow; match: Listed['match'] }[] = [];
    let characters = 0;
    const rows = await listConversationRows(database.db, caller.accountId, {
      ...filter,
      limit: SEARCHED_CONVERSATIONS + 1,
    });
    let looked = 0;
    for (const row of rows.slice(0, SEARCHED_CONVERSATIONS)) {
      if (found.length === filter.limit || characters > SEARCHED_CHARACTERS) break;
      looked += 1;
      if ((await conversations.existing(database.db, caller, [row])).length === 0) continue;
      const { match, read } = await matchIn(row, folded);
      characters += read;
      if (match !== null) found.push({ row, match });
      await nextTurn();
    }
    const last = looked < rows.length ? rows[looked - 1] : undefined;
    const shown = await conversations.present(found.map(({ row }) => row));
    return {
      conversations: shown.map((conversation, index) => ({ ...conversation, match: found[index]!.match })),
      cursor: last === undefined ? null : encodeCursor(conversationKey(last)),
    };
  };

  return {
    page(caller, { q, folderId, ...query }) {
      const filter = { ...query, folderId: folderId === 'none' ? null : folderId };
      return q === undefined ? list(caller, filter) : search(caller, filter, q);
    },
  };
}
