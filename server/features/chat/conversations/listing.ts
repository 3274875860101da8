import type { z } from 'zod';
import type { listConversations } from '../../../contract/chat.ts';
import { encodeCursor, toPage } from '../../../core/db/paging.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';
import { nextTurn } from '../../../core/turns.ts';
import { conversationKey, type ConversationFilter, listConversationRows } from '../storage/conversations.ts';
import type { ChatDependencies } from '../types.ts';
import type { Conversations } from './conversations.ts';
import { findSnippet } from './search.ts';

/** Characters that one page of a search decrypts at most, about; what is left is found with its cursor. */
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
  page(accountId: string, query: ListQuery): Promise<Page>;
}

export function createListing({
  database,
  conversations,
}: Pick<ChatDependencies, 'database'> & { readonly conversations: Conversations }): Listing {
  const list = async (accountId: string, filter: ConversationFilter): Promise<Page> => {
    const rows = await listConversationRows(database.db, accountId, { ...filter, limit: filter.limit + 1 });
    const { items, cursor } = toPage(rows, filter.limit, conversationKey);
    return { conversations: (await conversations.present(items)).map((shown) => ({ ...shown, match: null })), cursor };
  };

  const search = async (accountId: string, filter: ConversationFilter, q: string): Promise<Page> => {
    const folded = foldForSearch(q);
    const found: Listed[] = [];
    let searched = 0;
    let { cursor } = filter;
    for (;;) {
      const rows = await listConversationRows(database.db, accountId, { ...filter, cursor, limit: 1 });
      const [row] = rows;
      if (row === undefined) return { conversations: found, cursor: null };
      if (found.length === filter.limit || searched > SEARCHED_CHARACTERS) {
        return { conversations: found, cursor: cursor ?? null };
      }
      cursor = encodeCursor(conversationKey(row));
      const [shown] = await conversations.present([row]);
      let match: Listed['match'] = null;
      const inTitle = findSnippet(shown!.title, folded);
      if (inTitle !== null) match = { messageId: null, ...inTitle };
      else {
        for (const { id, body } of await conversations.messages(row)) {
          searched += body.content.length;
          const inMessage = findSnippet(body.content, folded);
          if (inMessage === null) continue;
          match = { messageId: id, ...inMessage };
          break;
        }
      }
      if (match !== null) found.push({ ...shown!, match });
      await nextTurn();
    }
  };

  return {
    page(accountId, { q, folderId, ...query }) {
      const filter = { ...query, folderId: folderId === 'none' ? null : folderId };
      return q === undefined ? list(accountId, filter) : search(accountId, filter, q);
    },
  };
}
